package io.harel.store.sqlite;

import io.harel.store.StoreClosedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Group commit: callers that write at the same time share one transaction and so one fsync.
 *
 * <p>The unit at the head of the queue leads. It runs every unit that is queued by then, its own included, in one
 * transaction, while further ones queue up behind; then it hands the lead to the next head. No thread of its own is
 * needed, a lone caller never waits for company, and no unit is reported as done before the COMMIT that made it durable has
 * returned.
 */
final class WriteQueue {

    /** Enough to make the cost of a commit negligible, few enough to bound the wait of those behind. */
    private static final int MAX_GROUP = 128;

    private final GroupTransaction transaction;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition empty = lock.newCondition();
    private final Deque<WriteUnit<?>> queue = new ArrayDeque<>();
    private boolean closed;

    WriteQueue(GroupTransaction transaction) {
        this.transaction = transaction;
    }

    <T> T execute(SqlWork<T> work) {
        WriteUnit<T> unit = new WriteUnit<>(work);
        if (enqueue(unit) || unit.awaitTurn()) {
            lead();
        }
        return unit.outcome();
    }

    /** Adds a unit and returns whether it is the head, and so has to lead. */
    private boolean enqueue(WriteUnit<?> unit) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreClosedException("The store is closed; nothing was written", null);
            }
            queue.addLast(unit);
            return queue.size() == 1;
        } finally {
            lock.unlock();
        }
    }

    private void lead() {
        List<WriteUnit<?>> group = nextGroup();
        // An interrupt is meant for the leader's own unit at most; it must not disturb the connection that all share.
        boolean interrupted = Thread.interrupted();
        try {
            transaction.run(group);
        } finally {
            WriteUnit<?> nextLeader = remove(group);
            if (nextLeader != null) {
                nextLeader.lead();
            }
            group.forEach(WriteUnit::complete);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private List<WriteUnit<?>> nextGroup() {
        lock.lock();
        try {
            List<WriteUnit<?>> group = new ArrayList<>(Math.min(queue.size(), MAX_GROUP));
            for (WriteUnit<?> unit : queue) {
                if (group.size() == MAX_GROUP) {
                    break;
                }
                group.add(unit);
            }
            return group;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable WriteUnit<?> remove(List<WriteUnit<?>> group) {
        lock.lock();
        try {
            for (int i = 0; i < group.size(); i++) {
                queue.removeFirst();
            }
            if (queue.isEmpty()) {
                empty.signalAll();
            }
            return queue.peekFirst();
        } finally {
            lock.unlock();
        }
    }

    int depth() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** Lets no further unit in and waits for those that are queued. */
    void close() {
        lock.lock();
        try {
            closed = true;
            while (!queue.isEmpty()) {
                empty.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}

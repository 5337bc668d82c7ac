package jobs

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"
)

// parts is the number of queues into which the jobs of a queue are divided by their channel. Processes that share a
// database divide the parts among them, so that the jobs of a channel are done by one process, which knows the rate
// limits of that channel. A job belongs to a part and not to a process: nothing has to be moved when processes come and
// go. Six parts are divided evenly among one, two, three and six processes.
const parts = 6

// partOf returns the part of a channel; empty: of jobs for which it is not known.
func partOf(channel string) int {
	if channel == "" {
		return 0
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(channel)) // it never fails
	return int(h.Sum32() % parts)
}

// part returns the name of a part of the queue. The first part has the queue's own name.
func (q queue) part(n int) string {
	if n == 0 {
		return q.name
	}
	return fmt.Sprintf("%s-%d", q.name, n)
}

// queueFor returns the name of the queue for a job about a channel. Unless processes share the database, they all go to
// the first part.
func (o *Outbox) queueFor(kind, channel string) string {
	q := queueOf(kind)
	if !q.byChannel || !o.db.Shared {
		return q.name
	}
	return q.part(partOf(channel))
}

// isOwner reports whether a part belongs to a process, given the sorted names of the processes that divide the parts.
func isOwner(process string, part int, processes []string) bool {
	return len(processes) > 0 && processes[part%len(processes)] == process
}

// leavePatience is how long a process waits for the running jobs of a part that it leaves, before it looks again whose
// the parts are.
const leavePatience = time.Second

// share lets the runner work at the parts that are this process's, since processes come and go. A part whose jobs are
// still running it leaves later.
func (j *Jobs) share(ctx context.Context, r *runner) error {
	processes, err := workersAlive(ctx, j.db.Read)
	if err != nil {
		return err
	}
	for _, q := range r.divided {
		for n := range parts {
			name, owned := q.part(n), isOwner(j.db.Process, n, processes)
			stays, there := r.worked[name]
			if there && (!owned || !stays) {
				r.worked[name] = false
				ctx, cancel := context.WithTimeout(ctx, leavePatience)
				err := r.client.Queues().Remove(ctx, name)
				cancel()
				if err != nil {
					continue
				}
				delete(r.worked, name)
				there = false
			}
			if owned && !there {
				if err := r.client.Queues().Add(name, q.config()); err != nil {
					return fmt.Errorf("work at the queue %s: %w", name, err)
				}
				r.worked[name] = true
			}
		}
	}
	return nil
}

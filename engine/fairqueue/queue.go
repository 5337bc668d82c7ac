// Package fairqueue is a hierarchical fair queue with three levels: tenants take turns, then the users of each tenant,
// then the flows of each user.
//
// A [Queue] holds items, each under a [Key] that names a tenant, a user of it and one of their flows. Items are served
// round-robin: tenants take turns, however many users they have; the users of a tenant take turns, however many flows
// they have; the flows of one user take turns; and the items of one flow are FIFO. The tests check the consequences:
// between two turns of a tenant that keeps waiting, every other tenant has at most one turn, and likewise for users and
// flows. A newcomer therefore waits for as many turns as there are other tenants and other users of their own tenant,
// not for all items of these.
//
// A Queue is not safe for concurrent use; its owner must lock it. A [Semaphore] is: it limits the number of concurrent
// holders and admits the waiting ones in the order of a Queue.
package fairqueue

import (
	"iter"
	"slices"
)

// Key names the tenant, the user and the flow that an item waits for.
type Key struct {
	// Tenant may be empty: the user then takes turns with whole tenants.
	Tenant string
	// User belongs to the tenant. Items with an empty User share the turns of one user.
	User string
	// Flow is one of the user's. Two users may use the same name.
	Flow string
}

// path returns the names of the levels from the top down.
func (k Key) path() []string {
	if k.Tenant == "" {
		return []string{"of " + k.User, k.User, k.Flow}
	}
	return []string{k.Tenant, k.User, k.Flow}
}

// Queue is a fair queue. The zero value is empty and ready to use.
type Queue[T comparable] struct{ root node[T] }

// node is one level of the queue: all of it, a tenant, a user or a flow.
type node[T comparable] struct {
	children map[string]*node[T]
	turns    []string   // the names of those below, the next one first
	items    []entry[T] // of a flow
	size     int        // of the items here and below
}

type entry[T comparable] struct {
	key  Key
	item T
}

// Len returns the number of items in the queue.
func (q *Queue[T]) Len() int { return q.root.size }

// Add appends x to the items of its key. A tenant without other items takes its turn last, and so does a user within
// their tenant.
func (q *Queue[T]) Add(k Key, x T) {
	l := &q.root
	l.size++
	for _, name := range k.path() {
		next := l.children[name]
		if next == nil {
			if l.children == nil {
				l.children = make(map[string]*node[T])
			}
			next = &node[T]{}
			l.children[name] = next
			l.turns = append(l.turns, name)
		}
		l = next
		l.size++
	}
	l.items = append(l.items, entry[T]{k, x})
}

// Next removes and returns the item whose turn it is. It returns false if the queue is empty.
func (q *Queue[T]) Next() (k Key, x T, ok bool) {
	if q.Len() == 0 {
		return k, x, false
	}
	l := &q.root
	for len(l.turns) > 0 {
		name := l.turns[0]
		l.turns = append(l.turns[1:], name) // after all that wait already
		l = l.children[name]
	}
	next := l.items[0]
	q.root.remove(next.key.path(), 0)
	return next.key, next.item, true
}

// Remove removes x before its turn. It returns false if x is not queued under that key.
func (q *Queue[T]) Remove(k Key, x T) bool {
	l := &q.root
	for _, name := range k.path() {
		if l = l.children[name]; l == nil {
			return false
		}
	}
	i := slices.Index(l.items, entry[T]{k, x})
	if i < 0 {
		return false
	}
	q.root.remove(k.path(), i)
	return true
}

// remove removes item i of the flow at the end of a path, and the nodes that become empty.
func (l *node[T]) remove(path []string, i int) {
	l.size--
	if len(path) == 0 {
		l.items = slices.Delete(l.items, i, i+1)
		return
	}
	name := path[0]
	next := l.children[name]
	next.remove(path[1:], i)
	if next.size == 0 {
		delete(l.children, name)
		n := slices.Index(l.turns, name)
		l.turns = slices.Delete(l.turns, n, n+1)
	}
}

// All yields the items in no particular order, each with its key.
func (q *Queue[T]) All() iter.Seq2[Key, T] {
	return func(yield func(Key, T) bool) { q.root.each(yield) }
}

// each yields the items of the node and its children. It returns false if yield did.
func (l *node[T]) each(yield func(Key, T) bool) bool {
	for _, e := range l.items {
		if !yield(e.key, e.item) {
			return false
		}
	}
	for _, below := range l.children {
		if !below.each(yield) {
			return false
		}
	}
	return true
}

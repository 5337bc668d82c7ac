// Package fairqueue is a hierarchical fair queue with three levels: servers take turns, then the people of each server,
// then the games of each person.
//
// A [Queue] holds items, each under a [Key] that names a server, a person in it and one of their games. Items are
// served round-robin: servers take turns, however many people play in them; the people of a server take turns, however
// many games they have; the games of one person take turns; and the items of one game are FIFO. The tests check the
// consequences: between two turns of a server that keeps waiting, every other server has at most one turn, and likewise
// for people and games. A newcomer therefore waits for as many turns as there are other servers and other people in
// their own server, not for all items of these.
//
// A Queue is not safe for concurrent use; its owner must lock it. A [Semaphore] is: it limits the number of concurrent
// holders and admits the waiting ones in the order of a Queue.
package fairqueue

import (
	"iter"
	"slices"
)

// Key names the server, the person and the game that an item waits for.
type Key struct {
	// Server is the server in which the person plays. It is empty in direct messages; then the person takes turns with
	// whole servers.
	Server string
	// Person is the person who waits. Items with an empty Person share the turns of one person.
	Person string
	// Game is one of that person's games. Two people may use the same name.
	Game string
}

// path returns the names of the levels from the top down.
func (k Key) path() []string {
	if k.Server == "" {
		return []string{"of " + k.Person, k.Person, k.Game}
	}
	return []string{k.Server, k.Person, k.Game}
}

// Queue is a fair queue. The zero value is empty and ready to use.
type Queue[T comparable] struct{ root node[T] }

// node is one level of the queue: all of it, a server, a person or a game.
type node[T comparable] struct {
	children map[string]*node[T]
	turns    []string   // the names of those below, the next one first
	items    []entry[T] // of a game
	size     int        // of the items here and below
}

type entry[T comparable] struct {
	key  Key
	item T
}

// Len returns the number of items in the queue.
func (q *Queue[T]) Len() int { return q.root.size }

// Add appends x to the items of its key. A server without other items takes its turn last, and so does a person within
// their server.
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
		l.turns = append(l.turns[1:], name) // behind all who wait already
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

// remove removes item i of the game at the end of a path, and the nodes that become empty.
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

// Clear removes all items.
func (q *Queue[T]) Clear() { *q = Queue[T]{} }

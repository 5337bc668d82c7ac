// Package fairqueue is a fair queue in three levels: servers share a resource in turn, in each of them its people, and
// then the games of each person.
//
// A [Queue] holds items, each under a [Key] that names a server, a person in it and one of their games. Requests are
// served round-robin: servers take turns, however many people play in them; the people of a server take turns, however
// many games they have; the games of one person take turns; and the items of one game stay in their order. The tests
// check what follows from this. Between two turns of a server that keeps waiting, every other one has at most one turn,
// and likewise the people of one server, and the games of one person. A newcomer therefore waits for as many others as
// there are other servers and other people in their own, not for everything that they have asked for.
//
// A Queue is not safe for concurrent use; its owner locks it. A [Semaphore] is: it limits how many hold it at once and
// admits those who wait in the order of a Queue.
package fairqueue

import (
	"iter"
	"slices"
)

// Key names the server, the person and the game that an item waits for.
type Key struct {
	// Server is the community in which the person plays. Empty: nowhere, as in direct messages; then the person takes
	// turns with whole servers.
	Server string
	// Person is the one who waits. Items with an empty Person share the turns of one person.
	Person string
	// Game is one of that person's games. Two people may use the same name.
	Game string
}

// path is the key from the top level down.
func (k Key) path() []string {
	if k.Server == "" {
		return []string{"of " + k.Person, k.Person, k.Game}
	}
	return []string{k.Server, k.Person, k.Game}
}

// Queue is a fair queue. The zero value is empty and ready to use.
type Queue[T comparable] struct{ root node[T] }

// node is what waits under a name, or under all.
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

// Add puts x behind all other items of its key. A server without other items is now the last to have a turn, and so is a
// person in their server.
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

// Remove takes x out before its turn. It returns false if x does not wait under that key.
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

// remove removes item i of the game at the end of a path. What is left without items leaves nothing behind.
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

// each yields the items here and below until yield returns false, and reports whether it did not.
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

// Package fairqueue is a fair queue in two levels: people share a resource in turn, and so do the games of each person.
//
// A [Queue] holds items, each under a [Key] that names a person and one of their games. Requests are served
// round-robin: people take turns, however many games they have; the games of one person take turns; and the items of
// one game stay in their order. The tests check what follows from this. Between two turns of a person who keeps
// waiting, everybody else has at most one turn. Between two turns of a game that keeps waiting, each other game of the
// same person has at most one turn. A newcomer therefore waits for as many others as there are other people, not for
// everything that they have asked for.
//
// A Queue is not safe for concurrent use; its owner locks it. A [Semaphore] is: it limits how many hold it at once and
// admits those who wait in the order of a Queue.
package fairqueue

import (
	"iter"
	"slices"
)

// Key names the person and the game that an item waits for.
type Key struct {
	// Person is the one who waits. Items with an empty Person share the turns of one person.
	Person string
	// Game is one of that person's games. Two people may use the same name.
	Game string
}

// Queue is a fair queue. The zero value is empty and ready to use.
type Queue[T comparable] struct {
	people map[string]*line[T]
	turns  []string // the people who wait, the next one first
	length int
}

// line holds the items of one person.
type line[T comparable] struct {
	games  map[string][]T
	turns  []string // the games, the next one first
	length int
}

// Len returns the number of items in the queue.
func (q *Queue[T]) Len() int { return q.length }

// People returns the number of people who wait.
func (q *Queue[T]) People() int { return len(q.turns) }

// Of returns the number of items of one person.
func (q *Queue[T]) Of(person string) int {
	if l := q.people[person]; l != nil {
		return l.length
	}
	return 0
}

// Add puts x behind all other items of its key. A person without other items is now the last to have a turn.
func (q *Queue[T]) Add(k Key, x T) {
	l := q.people[k.Person]
	if l == nil {
		l = &line[T]{games: make(map[string][]T)}
		if q.people == nil {
			q.people = make(map[string]*line[T])
		}
		q.people[k.Person] = l
		q.turns = append(q.turns, k.Person)
	}
	if len(l.games[k.Game]) == 0 {
		l.turns = append(l.turns, k.Game)
	}
	l.games[k.Game] = append(l.games[k.Game], x)
	l.length++
	q.length++
}

// Next removes and returns the item whose turn it is. It returns false if the queue is empty.
func (q *Queue[T]) Next() (k Key, x T, ok bool) {
	if q.length == 0 {
		return k, x, false
	}
	k.Person = q.turns[0]
	l := q.people[k.Person]
	k.Game = l.turns[0]
	x = l.games[k.Game][0]
	l.turns = append(l.turns[1:], k.Game) // behind all who wait already
	q.turns = append(q.turns[1:], k.Person)
	q.take(k, 0)
	return k, x, true
}

// Remove takes x out before its turn. It returns false if x does not wait under that key.
func (q *Queue[T]) Remove(k Key, x T) bool {
	l := q.people[k.Person]
	if l == nil {
		return false
	}
	i := slices.Index(l.games[k.Game], x)
	if i < 0 {
		return false
	}
	q.take(k, i)
	return true
}

// take removes item i of a key. Games and people without items leave nothing behind.
func (q *Queue[T]) take(k Key, i int) {
	l := q.people[k.Person]
	l.games[k.Game] = slices.Delete(l.games[k.Game], i, i+1)
	l.length--
	q.length--
	if len(l.games[k.Game]) == 0 {
		delete(l.games, k.Game)
		l.turns = without(l.turns, k.Game)
	}
	if l.length == 0 {
		delete(q.people, k.Person)
		q.turns = without(q.turns, k.Person)
	}
}

func without(names []string, name string) []string {
	i := slices.Index(names, name)
	return slices.Delete(names, i, i+1)
}

// All yields the items in no particular order.
func (q *Queue[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, l := range q.people {
			for _, waiting := range l.games {
				for _, x := range waiting {
					if !yield(x) {
						return
					}
				}
			}
		}
	}
}

// Clear removes all items.
func (q *Queue[T]) Clear() { *q = Queue[T]{} }

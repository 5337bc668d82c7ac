// Package turns decides who is next where many wait for few.
//
// A [Queue] holds what waits, each under a [Key]: whose it is, and of which game. People take turns, whatever number of games they have;
// the games of one person take turns among themselves; and what belongs to one game keeps its order. From that follows what the tests
// hold as laws: between two turns of a person who goes on waiting everybody else has one turn at most, and between two turns of a game
// that goes on waiting each other game of the same person has one at most. A newcomer is therefore behind as many others as there are
// other people, not behind all that they have asked for.
//
// A queue is not for concurrent use: whoever owns it has a lock of his own.
package turns

import (
	"iter"
	"slices"
)

// Key says whose turn something takes.
type Key struct {
	// Person is who is waiting. What waits for nobody in particular may leave it empty, and then shares one person's turns.
	Person string
	// Game is one of the things that the person is waiting for. Two people may use the same name.
	Game string
}

// Queue is what waits. The zero value is empty and ready.
type Queue[T comparable] struct {
	people map[string]*line[T]
	turns  []string // who waits, the next one first
	length int
}

// line is what one person waits for.
type line[T comparable] struct {
	games  map[string][]T
	turns  []string // the games, the next one first
	length int
}

// Len is how many things wait, People for how many persons, and Of how many of them are one person's.
func (q *Queue[T]) Len() int { return q.length }

// People is how many persons wait.
func (q *Queue[T]) People() int { return len(q.turns) }

// Of is how many things wait for one person.
func (q *Queue[T]) Of(person string) int {
	if l := q.people[person]; l != nil {
		return l.length
	}
	return 0
}

// Add puts x behind all that waits under its key. Who has waited for nothing so far is now the last to have a turn.
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

// Next takes out what has its turn now. It returns false when nothing waits.
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

// Remove takes x out before its turn. It returns false when x does not wait under that key.
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

// take removes what stands at place i under a key. Games and people that wait for nothing any more leave nothing behind.
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

// All lists what waits, in no order that means anything.
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

// Clear takes everything out.
func (q *Queue[T]) Clear() { *q = Queue[T]{} }

package grow

import (
	"container/heap"

	"xiangqibot/engine/book"
)

// A candidate is a position that may be added to the book.
type candidate struct {
	key         book.Key
	theory      bool    // a line of theory goes through it: it grows before all others
	probability float64 // how likely it comes up, beside the start position with 1
	order       int     // of two that are as likely, the one that was seen first grows first
}

// frontier is a priority queue of candidates, theory first, then by probability: a container/heap.
type frontier []candidate

func (f frontier) Len() int { return len(f) }

func (f frontier) Less(i, j int) bool {
	if f[i].theory != f[j].theory {
		return f[i].theory
	}
	if f[i].probability != f[j].probability {
		return f[i].probability > f[j].probability
	}
	return f[i].order < f[j].order
}

func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }

// Push is for container/heap.
func (f *frontier) Push(x any) { *f = append(*f, x.(candidate)) }

// Pop is for container/heap.
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// add adds a candidate.
func (f *frontier) add(b candidate) { heap.Push(f, b) }

// take removes and returns the first candidate.
func (f *frontier) take() candidate { return heap.Pop(f).(candidate) }

package grow

import (
	"container/heap"

	"xiangqibot/engine/book"
)

// A bud is a position that may come into the book.
type bud struct {
	key    book.Key
	theory bool    // a line of theory goes through it: it grows before all others
	likely float64 // how likely it comes up, beside the start position with 1
	order  int     // of two that are as likely, the one that was seen first grows first
}

// frontier holds the buds, theory and then the likeliest first: a container/heap.
type frontier []bud

func (f frontier) Len() int { return len(f) }

func (f frontier) Less(i, j int) bool {
	if f[i].theory != f[j].theory {
		return f[i].theory
	}
	if f[i].likely != f[j].likely {
		return f[i].likely > f[j].likely
	}
	return f[i].order < f[j].order
}

func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }

// Push is for container/heap.
func (f *frontier) Push(x any) { *f = append(*f, x.(bud)) }

// Pop is for container/heap.
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}

// add puts a bud in its place.
func (f *frontier) add(b bud) { heap.Push(f, b) }

// take takes the likeliest out.
func (f *frontier) take() bud { return heap.Pop(f).(bud) }

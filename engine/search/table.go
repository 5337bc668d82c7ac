package search

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"xiangqibot/engine/board"
	"xiangqibot/engine/memory"
)

// Table is the transposition table. Its size is fixed when it is created. The threads of one search use it concurrently
// without locks; two searches must not share it at the same time.
//
// An entry is two words of 64 bits: the data, and the position's key XORed with the data (Hyatt and Mann 2002). If two
// writers mix their words, or the entry belongs to another position, the key does not match and the entry is ignored.
type Table struct {
	buckets    []bucket
	generation uint64
}

// A bucket fills one cache line, so that reading its four entries costs one memory access.
type bucket [4]entry

type entry struct {
	check atomic.Uint64
	data  atomic.Uint64
}

// bound is the type of a score in the table.
type bound uint8

const (
	boundNone  bound = iota // only the move is known
	boundUpper              // the true score is at most this
	boundLower              // the true score is at least this
	boundExact
)

// ttData is the data of a table entry. In 64 bits, from the lowest:
//
//	16 move · 16 score · 16 static evaluation · 8 depth · 2 bound · 1 was on a principal variation · 5 generation
type ttData struct {
	move  board.Move
	score int
	eval  int
	depth int
	bound bound
	pv    bool
}

const (
	generationBits  = 5
	generationShift = 64 - generationBits
	generationMask  = 1<<generationBits - 1
	// depthOffset makes the negative depths of the quiescence search fit eight bits.
	depthOffset = 8
)

func (f ttData) pack(generation uint64) uint64 {
	d := uint64(f.move) | uint64(uint16(int16(f.score)))<<16 | uint64(uint16(int16(f.eval)))<<32
	d |= uint64(uint8(f.depth+depthOffset))<<48 | uint64(f.bound)<<56
	if f.pv {
		d |= 1 << 58
	}
	return d | generation<<generationShift
}

func unpack(d uint64) ttData {
	return ttData{
		move:  board.Move(d & 0xffff),
		score: int(int16(d >> 16)),
		eval:  int(int16(d >> 32)),
		depth: int(uint8(d>>48)) - depthOffset,
		bound: bound(d >> 56 & 3),
		pv:    d>>58&1 != 0,
	}
}

// NewTable returns a table of the given size in megabytes, at least one.
func NewTable(megabytes int) *Table {
	const bucketSize = 64
	t := &Table{buckets: make([]bucket, max(megabytes, 1)<<20/bucketSize)}
	memory.Huge(t.buckets)
	return t
}

// MaxTableMB returns the largest size in megabytes that a table should have on this machine: three quarters of its
// memory, and at most 16384. More would end the program instead of the request.
func MaxTableMB() int {
	most := 16384
	if total := memory.Total(); total > 0 {
		most = min(most, max(1, int(total>>20)/4*3))
	}
	return most
}

// Clear removes all entries, with a number of threads: gigabytes take a thread seconds. No search may be running.
func (t *Table) Clear(threads int) {
	share := len(t.buckets)/max(threads, 1) + 1
	var all sync.WaitGroup
	for part := range slices.Chunk(t.buckets, share) {
		all.Go(func() { clear(part) })
	}
	all.Wait()
	t.generation = 0
}

// newSearch begins a new generation: entries of older generations are replaced first.
func (t *Table) newSearch() { t.generation = (t.generation + 1) & generationMask }

func (t *Table) bucket(key uint64) *bucket {
	// Multiplying spreads the key over any number of buckets without a division (Lemire 2016).
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// prefetch starts loading the bucket of a position that will be probed soon.
func (t *Table) prefetch(key uint64) { memory.Prefetch(t.bucket(key)) }

// probe looks up a position.
func (t *Table) probe(key uint64) (ttData, bool) {
	b := t.bucket(key)
	for i := range b {
		d := b[i].data.Load()
		if b[i].check.Load()^d == key && d != 0 {
			return unpack(d), true
		}
	}
	return ttData{}, false
}

// store stores an entry. It replaces the entry of the same position unless that one is much deeper, otherwise the least
// valuable entry of the bucket: a shallow one, or one from an earlier search.
func (t *Table) store(key uint64, f ttData) {
	b := t.bucket(key)
	victim, least := 0, 1<<30
	for i := range b {
		d := b[i].data.Load()
		if d == 0 || b[i].check.Load()^d == key {
			if d != 0 {
				old := unpack(d)
				if f.move == board.NoMove {
					f.move = old.move
				}
				current := d>>generationShift == t.generation
				if current && f.bound != boundExact && f.depth+deeperKept < old.depth {
					return
				}
			}
			victim = i
			break
		}
		age := int((t.generation - d>>generationShift) & generationMask)
		worth := int(uint8(d>>48)) - generationWeight*age
		if worth < least {
			victim, least = i, worth
		}
	}
	d := f.pack(t.generation)
	b[victim].check.Store(key ^ d)
	b[victim].data.Store(d)
}

// hashFull estimates how much of the table entries of the current search fill, in per mille.
func (t *Table) hashFull() int {
	const sample = 250 // buckets of four entries
	n := min(sample, len(t.buckets))
	used := 0
	for i := range n {
		for j := range t.buckets[i] {
			if d := t.buckets[i][j].data.Load(); d != 0 && d>>generationShift == t.generation {
				used++
			}
		}
	}
	return used * 1000 / (n * 4)
}

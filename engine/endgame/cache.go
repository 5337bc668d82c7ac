package endgame

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"xiangqibot/engine/checkedfile"
)

// CacheMB is the memory, in megabytes, for the decompressed blocks of all files of a set.
const CacheMB = 32

// cache keeps the most recently used blocks (CLOCK replacement). The zero value is empty. It is safe for concurrent
// use: each block belongs to a shard, which has its own lock.
type cache struct {
	shards [8]shard
	limit  int // bytes of all shards together; 0 means CacheMB
}

// shard keeps blocks up to its part of the memory.
type shard struct {
	mu    sync.Mutex
	where map[blockID]int // in ring
	ring  []cachedBlock
	hand  int // the clock hand: the index in ring of the next candidate for eviction
	bytes int
	// Buffers of an evicted block and of a compressed one, for reuse, and the decoder.
	free, packed []byte
	unpacker     *zstd.Decoder
}

type blockID struct {
	file  *file
	block int
}

type cachedBlock struct {
	id   blockID
	data []byte
	used bool // since the hand last passed it
}

// byteAt returns a byte of a block, which it loads if it is not cached.
func (c *cache) byteAt(f *file, block, offset int) (uint8, error) {
	s := &c.shards[block%len(c.shards)]
	s.mu.Lock()
	defer s.mu.Unlock()
	id := blockID{f, block}
	if at, ok := s.where[id]; ok {
		s.ring[at].used = true
		return s.ring[at].data[offset], nil
	}
	limit := c.limit
	if limit == 0 {
		limit = CacheMB << 20
	}
	for s.bytes > 0 && s.bytes+f.size > limit/len(c.shards) {
		s.drop()
	}
	data, err := s.unpack(f, block)
	if err != nil {
		return 0, err
	}
	if s.where == nil {
		s.where = map[blockID]int{}
	}
	s.where[id] = len(s.ring)
	s.ring = append(s.ring, cachedBlock{id: id, data: data})
	s.bytes += len(data)
	return data[offset], nil
}

// drop evicts a block that was not used since the hand last passed it.
func (s *shard) drop() {
	for s.hand %= len(s.ring); s.ring[s.hand].used; s.hand = (s.hand + 1) % len(s.ring) {
		s.ring[s.hand].used = false
	}
	gone, last := s.ring[s.hand], len(s.ring)-1
	s.ring[s.hand] = s.ring[last]
	s.where[s.ring[s.hand].id] = s.hand
	delete(s.where, gone.id)
	s.ring = s.ring[:last]
	s.bytes -= len(gone.data)
	s.free = gone.data
}

// unpack reads and decompresses a block.
func (s *shard) unpack(f *file, block int) (data []byte, err error) {
	if s.unpacker == nil {
		if s.unpacker, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlock)); err != nil {
			return nil, fmt.Errorf("endgame: %w", err)
		}
	}
	if s.packed, err = f.read(s.packed[:0], block); err != nil {
		return nil, err
	}
	data, err = s.unpacker.DecodeAll(s.packed, s.free[:0])
	s.free = nil
	if want := f.length(block); err == nil && len(data) != want {
		err = fmt.Errorf("block %d has %d bytes, want %d", block, len(data), want)
	}
	if err != nil {
		return nil, fmt.Errorf("endgame: %s: %w: %w", f.on.Name(), err, checkedfile.ErrDamaged)
	}
	return data, nil
}

// maxBlock is more than the decompressed size of any block.
const maxBlock = 1 << 20

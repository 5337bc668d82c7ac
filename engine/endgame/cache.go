package endgame

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// CacheMB is the memory, in megabytes, for the decompressed blocks of all files of a set.
const CacheMB = 32

// cache keeps blocks that were used. The zero value is empty. It is safe for concurrent use: each block belongs to a
// shard, which has its own lock.
type cache struct {
	shards [8]shard
	limit  int // bytes of all shards together; 0 means CacheMB
}

// shard keeps blocks up to its part of the memory.
type shard struct {
	mu     sync.Mutex
	blocks map[blockID][]byte
	bytes  int // of all blocks
	// The buffer of a compressed block, for reuse, and the decoder.
	packed   []byte
	unpacker *zstd.Decoder
}

type blockID struct {
	file  *file
	block int
}

// byteAt returns a byte of a block, which it loads if it is not cached.
func (c *cache) byteAt(f *file, block, offset int) (uint8, error) {
	s := &c.shards[block%len(c.shards)]
	s.mu.Lock()
	defer s.mu.Unlock()
	id := blockID{f, block}
	if data, ok := s.blocks[id]; ok {
		return data[offset], nil
	}
	limit := c.limit
	if limit == 0 {
		limit = CacheMB << 20
	}
	for old, data := range s.blocks { // in any order
		if s.bytes+f.size <= limit/len(c.shards) {
			break
		}
		delete(s.blocks, old)
		s.bytes -= len(data)
	}
	data, err := s.unpack(f, block)
	if err != nil {
		return 0, err
	}
	if s.blocks == nil {
		s.blocks = map[blockID][]byte{}
	}
	s.blocks[id] = data
	s.bytes += len(data)
	return data[offset], nil
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
	data, err = s.unpacker.DecodeAll(s.packed, nil)
	if want := f.length(block); err == nil && len(data) != want {
		err = fmt.Errorf("block %d has %d bytes, want %d", block, len(data), want)
	}
	if err != nil {
		return nil, fmt.Errorf("endgame: %s: %w: %w", f.handle.Name(), err, ErrDamaged)
	}
	return data, nil
}

// maxBlock is more than the decompressed size of any block.
const maxBlock = 1 << 20

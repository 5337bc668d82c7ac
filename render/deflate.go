package render

import (
	"encoding/binary"
	"hash/adler32"
	"math/bits"
)

// deflater writes bytes as a zlib stream (RFC 1950 and 1951). It may be used again, but not by two goroutines at once.
//
// A general compressor searches for repetitions by hashing all that it has seen; at the speed that a chat bot wants,
// it misses most of them. This one is told where to look: in a picture of a board a row repeats the row above, a colour
// repeats itself, and a disc repeats another one on its rank, whole cells to the left. It tries those few distances
// and nothing else. On our boards that is as small as the sixth level of compress/flate and as fast as its first.
type deflater struct {
	tokens []token
	out    []byte
	held   uint64 // bits not yet in out, the first lowest
	count  uint   // how many
}

// token is a literal, or a match: so many bytes as stand so far back.
type token struct {
	length   uint16 // 0 for a literal
	distance uint16 // the byte itself for a literal
}

const (
	maxMatch    = 258      // longest that the format can say
	maxDistance = 32 << 10 // farthest back that it can look
	blockTokens = 4000     // how many tokens share their codes
)

// compress appends data as a zlib stream to dst. The distances are where matches are looked for, the best first:
// a later one is taken only where it gives a longer match. Each must be at most maxDistance.
func (d *deflater) compress(dst, data []byte, distances []int) []byte {
	d.out = append(dst, 0x78, 0x01)
	d.held, d.count = 0, 0
	d.parse(data, distances)
	for rest := d.tokens; ; {
		n := min(blockTokens, len(rest))
		d.block(rest[:n], n == len(rest))
		if rest = rest[n:]; len(rest) == 0 {
			break
		}
	}
	d.align()
	return binary.BigEndian.AppendUint32(d.out, adler32.Checksum(data))
}

// parse cuts data into tokens.
func (d *deflater) parse(data []byte, distances []int) {
	d.tokens = d.tokens[:0]
	literal := func(i int) { d.tokens = append(d.tokens, token{0, uint16(data[i])}) }
	i := 0
	for i+8 <= len(data) {
		length, distance := longest(data, i, distances)
		for length > 0 && length < 32 && i+9 <= len(data) {
			// A longer match that begins with the next byte is worth a literal.
			next, back := longest(data, i+1, distances)
			if next <= length+1 {
				break
			}
			literal(i)
			i, length, distance = i+1, next, back
		}
		if length == 0 {
			literal(i)
			i++
			continue
		}
		d.tokens = append(d.tokens, token{uint16(length), uint16(distance)})
		i += length
	}
	for ; i < len(data); i++ {
		literal(i)
	}
}

// longest returns the longest match for what stands at i, or 0. At least eight bytes must follow.
func longest(data []byte, i int, distances []int) (length, distance int) {
	here := data[i:min(i+maxMatch, len(data))]
	first := binary.LittleEndian.Uint64(here)
	for _, back := range distances {
		if back > i {
			continue
		}
		there := data[i-back:]
		diff := first ^ binary.LittleEndian.Uint64(there)
		if uint32(diff) != 0 {
			continue // three bytes are as cheap as literals
		}
		same := bits.TrailingZeros64(diff) / 8
		if same == 8 {
			same = extent(here, there)
		}
		if same > length {
			length, distance = same, back
			if length == len(here) {
				break
			}
		}
	}
	return length, distance
}

// extent counts the bytes that a and b begin with alike, at most all of a. b must be as long as a.
func extent(a, b []byte) int {
	n := 8
	for ; n+8 <= len(a); n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return n
}

const (
	endOfBlock   = 256
	literalCodes = 286
	farCodes     = 30
)

// lengthCode returns the code of a match's length, and how many of its low bits follow.
func lengthCode(length uint16) (code int, extra uint) {
	if length == maxMatch {
		return 285, 0
	}
	n := uint(length) - 3
	if n < 8 {
		return 257 + int(n), 0
	}
	extra = uint(bits.Len(n)) - 3
	return 257 + int(4*extra+n>>extra), extra
}

// distanceCode returns the code of a distance, and how many of its low bits follow.
func distanceCode(distance uint16) (code int, extra uint) {
	n := uint(distance) - 1
	if n < 4 {
		return int(n), 0
	}
	extra = uint(bits.Len(n)) - 2
	return int(2*extra + n>>extra), extra
}

// block writes tokens with codes made for them.
func (d *deflater) block(tokens []token, last bool) {
	var literals [literalCodes]int
	var fars [farCodes]int
	literals[endOfBlock] = 1
	for _, t := range tokens {
		if t.length == 0 {
			literals[t.distance]++
			continue
		}
		code, _ := lengthCode(t.length)
		literals[code]++
		code, _ = distanceCode(t.distance)
		fars[code]++
	}
	near, far := newPrefixCode(literals[:], 15), newPrefixCode(fars[:], 15)

	final := uint64(0)
	if last {
		final = 1
	}
	d.bits(final|2<<1, 3) // codes of our own
	d.codes(near.length, far.length)
	for _, t := range tokens {
		if t.length == 0 {
			d.symbol(near, int(t.distance))
			continue
		}
		code, extra := lengthCode(t.length)
		d.symbol(near, code)
		d.bits(uint64(t.length-3)&(1<<extra-1), extra)
		code, extra = distanceCode(t.distance)
		d.symbol(far, code)
		d.bits(uint64(t.distance-1)&(1<<extra-1), extra)
	}
	d.symbol(near, endOfBlock)
}

// codes writes the lengths of both codes, repetitions shortened and then coded themselves (RFC 1951, 3.2.7).
func (d *deflater) codes(near, far []uint8) {
	for len(far) > 1 && far[len(far)-1] == 0 {
		far = far[:len(far)-1]
	}
	for len(near) > endOfBlock+1 && near[len(near)-1] == 0 {
		near = near[:len(near)-1]
	}
	lengths := append(append(make([]uint8, 0, literalCodes+farCodes), near...), far...)

	const again, zeros, manyZeros = 16, 17, 18
	type word struct{ symbol, times int }
	var words []word
	var counts [19]int
	for i := 0; i < len(lengths); {
		n := 1
		for i+n < len(lengths) && lengths[i+n] == lengths[i] {
			n++
		}
		w := word{int(lengths[i]), 1}
		switch {
		case lengths[i] == 0 && n >= 11:
			w = word{manyZeros, min(n, 138)}
		case lengths[i] == 0 && n >= 3:
			w = word{zeros, n}
		case n >= 3 && i > 0 && lengths[i] == lengths[i-1]:
			w = word{again, min(n, 6)}
		}
		words = append(words, w)
		counts[w.symbol]++
		i += w.times
	}

	order := [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
	code := newPrefixCode(counts[:], 7)
	used := len(order)
	for used > 4 && code.length[order[used-1]] == 0 {
		used--
	}
	d.bits(uint64(len(near)-257)|uint64(len(far)-1)<<5|uint64(used-4)<<10, 14)
	for _, s := range order[:used] {
		d.bits(uint64(code.length[s]), 3)
	}
	for _, w := range words {
		d.symbol(code, w.symbol)
		switch w.symbol {
		case again:
			d.bits(uint64(w.times-3), 2)
		case zeros:
			d.bits(uint64(w.times-3), 3)
		case manyZeros:
			d.bits(uint64(w.times-11), 7)
		}
	}
}

// symbol writes one symbol of a code.
func (d *deflater) symbol(p prefixCode, s int) { d.bits(uint64(p.code[s]), uint(p.length[s])) }

// bits writes the n low bits of v, at most 32.
func (d *deflater) bits(v uint64, n uint) {
	d.held |= v << d.count
	d.count += n
	if d.count >= 32 {
		d.out = binary.LittleEndian.AppendUint32(d.out, uint32(d.held))
		d.held >>= 32
		d.count -= 32
	}
}

// align fills the last byte with zeros and empties what is held.
func (d *deflater) align() {
	for d.count > 0 {
		d.out = append(d.out, byte(d.held))
		d.held >>= 8
		d.count -= min(8, d.count)
	}
}

package dataflow

import (
	"iter"
	"math/bits"
)

// bitset is a set of small numbers. Sets that are combined have one length.
type bitset []uint64

const wordBits = 64

func wordsFor(n int) int { return (n + wordBits - 1) / wordBits }

func newBitset(n int) bitset { return make(bitset, wordsFor(n)) }

func (b bitset) has(i int) bool { return b[i/wordBits]&(1<<(i%wordBits)) != 0 }

func (b bitset) set(i int) { b[i/wordBits] |= 1 << (i % wordBits) }

func (b bitset) clear(i int) { b[i/wordBits] &^= 1 << (i % wordBits) }

// masks calls do with each word that holds numbers from low to high-1, and their bits in it.
func masks(low, high int, do func(word int, mask uint64)) {
	for at := low; at < high; {
		next := min(high, (at/wordBits+1)*wordBits)
		mask := ^uint64(0) << (at % wordBits)
		if rest := next % wordBits; rest != 0 {
			mask &= 1<<rest - 1
		}
		do(at/wordBits, mask)
		at = next
	}
}

func (b bitset) setRange(low, high int) {
	masks(low, high, func(word int, mask uint64) { b[word] |= mask })
}

func (b bitset) clearRange(low, high int) {
	masks(low, high, func(word int, mask uint64) { b[word] &^= mask })
}

// inRange goes through the numbers of the set from low to high-1.
func (b bitset) inRange(low, high int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := low; at < high; {
			word := b[at/wordBits] >> (at % wordBits)
			if word == 0 {
				at = (at/wordBits + 1) * wordBits
				continue
			}
			if at += bits.TrailingZeros64(word); at >= high || !yield(at) {
				return
			}
			at++
		}
	}
}

// all goes through the numbers of the set.
func (b bitset) all() iter.Seq[int] { return b.inRange(0, len(b)*wordBits) }

func (b bitset) fill() {
	for i := range b {
		b[i] = ^uint64(0)
	}
}

func (b bitset) unite(other bitset) {
	for i, word := range other {
		b[i] |= word
	}
}

func (b bitset) intersect(other bitset) {
	for i, word := range other {
		b[i] &= word
	}
}

func (b bitset) remove(other bitset) {
	for i, word := range other {
		b[i] &^= word
	}
}

// overlaps tells whether the set has a number from low to high-1.
func (b bitset) overlaps(low, high int) bool {
	for range b.inRange(low, high) {
		return true
	}
	return false
}

// Package memory has two hints to the machine that Go does not offer: prefetching, and large pages. Both are hints:
// nothing depends on them but speed.
//
// [Prefetch] begins to load what a pointer points to, so that it has arrived when it is read. [Huge] asks the operating
// system to back a large slice by large pages, so that fewer of its addresses have to be translated.
//
// Both matter for large tables that are read in no order, such as the transposition table: each look into one costs a
// trip to memory. The package has the only assembly and the only use of unsafe besides the kernels of the evaluation.
package memory

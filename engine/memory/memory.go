// Package memory offers what Go lacks: two hints, prefetching and huge pages, which affect nothing but speed, and the
// size of the machine's memory, [Total].
//
// [Prefetch] starts loading the cache line of a pointer before it is read. [Huge] asks the operating system to back a
// large slice by huge pages, which reduces TLB misses.
//
// Both matter for large tables with random access, such as the transposition table, where each probe is a cache miss.
// The package has the only assembly and the only use of unsafe besides the kernels of the evaluation.
package memory

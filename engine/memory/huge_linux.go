package memory

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a huge page.
const hugePage = 2 << 20

// madvHugepage is MADV_HUGEPAGE, which package syscall does not define.
const madvHugepage = 14

// Huge asks for huge pages for the part of a slice that is aligned to them. Call it before the slice is first written.
// A system without huge pages ignores the request.
func Huge[T any](s []T) {
	//nolint:gosec // within the slice, and nothing is kept
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
	//nolint:gosec // within the slice, and nothing is kept
	from, to := whole(uintptr(unsafe.Pointer(unsafe.SliceData(bytes))), len(bytes))
	if from < to {
		_ = syscall.Madvise(bytes[from:to], madvHugepage)
	}
}

// whole returns the part of length bytes at an address that consists of whole huge pages, empty if there is none.
func whole(address uintptr, length int) (from, to int) {
	from = int(-address & (hugePage - 1))
	to = length - int((address+uintptr(length))&(hugePage-1))
	return from, max(from, to)
}

package notation

// For the tests of laws.
var (
	Homophones = homophones
	Fold       = fold
)

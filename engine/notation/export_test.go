package notation

// For the tests of laws.
var (
	Homophones = homophones
	Fold       = fold
)

// StyleCount is the number of styles.
const StyleCount = int(styleCount)

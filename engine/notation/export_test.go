package notation

// For laws_test.go.
var (
	Homophones = homophones
	Fold       = fold
)

// StyleCount is the number of styles.
const StyleCount = int(styleCount)

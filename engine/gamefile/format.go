package gamefile

import "fmt"

// Format is a kind of file.
type Format uint8

// The formats.
const (
	PGN      Format = iota // tags in brackets, then numbered moves; the format to keep games in
	DhtmlXQ                // tags of dpxq.com, moves as digits
	MoveList               // moves as people paste them, perhaps under a title
	FEN                    // one position
	XQF                    // files of XQStudio: read, not written
	WXF                    // texts of the WXF's applets and of PlayOK: read, not written
	CBR                    // one game of CCBridge: read, not written
	CBL                    // a library of CCBridge: read, not written
)

var formats = [...]struct{ name, extension string }{
	PGN:      {"pgn", ".pgn"},
	DhtmlXQ:  {"dhtmlxq", ".ubb"},
	MoveList: {"moves", ".txt"},
	FEN:      {"fen", ".fen"},
	XQF:      {"xqf", ".xqf"},
	WXF:      {"wxf", ".wxf"},
	CBR:      {"cbr", ".cbr"},
	CBL:      {"cbl", ".cbl"},
}

// String returns the lower-case name of the format, as [ParseFormat] reads it.
func (f Format) String() string { return formats[f].name }

// ParseFormat reads the name of a format, pgn for instance.
func ParseFormat(name string) (Format, error) {
	var names []string
	for i, f := range formats {
		if f.name == name {
			return Format(i), nil
		}
		names = append(names, f.name)
	}
	return 0, fmt.Errorf("game format %q: want one of %v", name, names)
}

// Extension returns how names of such files end, ".pgn" for instance.
func (f Format) Extension() string { return formats[f].extension }

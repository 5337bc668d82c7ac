package codec

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/paste"
)

// cbfElement is that which holds a game of CCBridge as XML.
const cbfElement = "<ChineseChessRecord"

// cbfName is what people call the format.
const cbfName = "CBF"

// cbfNames are the elements of the head with the tags that they become.
var cbfNames = map[string]string{
	"Name": "Title", "Contest": "Event", "Round": "Round", "Date": "Date", "Site": "Site", "TimeRule": "TimeControl", "Red": "Red", "RedTeam": "RedTeam",
	"Black": "Black", "BlackTeam": "BlackTeam", "Commentator": "Annotator", "Creator": "Author", "ECCO": "ECCO", "ResultType": "Termination",
}

// cbfReader reads such a file element by element, of which it keeps none.
type cbfReader struct {
	gamefile.Game
	now   board.Position
	steps int  // elements of moves, of which the first need not be one
	over  bool // the game is, by what a move says
	ended bool // nothing more is read
	gamefile.Faults
}

// readCBF reads a game of CCBridge as XML. A point is its file from the left and its rank from the top, as in
// [DhtmlXQ]. How variations are joined to the moves is nowhere described, so they are named and not guessed.
func readCBF(text string) (gamefile.Game, *gamefile.Error) {
	r := cbfReader{Game: gamefile.Game{Start: board.StartPosition()}}
	r.now = r.Start
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	var path []string
	var start xml.StartElement
	var said strings.Builder
	for !r.ended {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) && len(path) == 0 {
			break
		}
		if err != nil {
			line, _ := decoder.InputPos()
			r.Report(&gamefile.Error{Problem: gamefile.CutOff, Line: line, Text: "XML"})
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			if path = append(path, t.Name.Local); len(path) > maxElements {
				r.Report(&gamefile.Error{Problem: gamefile.NotSupported, Text: cbfName})
				return r.Game, r.Fault
			}
			said.Reset()
			start = t.Copy()
		case xml.CharData:
			if said.Len() <= gamefile.MaxComment {
				said.Write(t)
			}
		case xml.EndElement:
			r.element(path[1:], &start, said.String())
			path = path[:len(path)-1]
			said.Reset()
		}
	}
	return r.Game, r.Fault
}

// maxElements is how deep elements lie within each other: three, and some more for what is not known.
const maxElements = 16

// element takes what an element below the first one says, at its end.
func (r *cbfReader) element(path []string, start *xml.StartElement, text string) {
	switch {
	case len(path) == 2 && path[0] == "Head":
		r.head(path[1], strings.TrimSpace(text))
	case len(path) == 2 && path[0] == "MoveList" && path[1] == "Move":
		r.step(start, text)
	}
}

// head takes an element of the head.
func (r *cbfReader) head(name, value string) {
	switch {
	case value == "":
	case name == "FEN":
		if fault := paste.SetStart(&r.Game, value, 0); fault != nil {
			r.Report(fault)
			r.ended = true
		}
		r.now = r.Start
	case name == "RecordResult":
		if i := strings.Index("01234", value); i >= 0 && len(value) == 1 {
			r.Result = min(gamefile.Result(i), gamefile.Draw)
		}
	case cbfNames[name] != "":
		r.Set(cbfNames[name], value)
	}
}

// step takes a move with what is said of it. After the end of the game there are variations.
func (r *cbfReader) step(start *xml.StartElement, said string) {
	value, end := "", false
	for _, a := range start.Attr {
		switch a.Name.Local {
		case "value":
			value = a.Value
		case "end":
			end = a.Value == "1"
		}
	}
	stop := func(problem gamefile.Problem, text string, cause error) {
		r.Report(gamefile.NewError(problem, 0, text).Because(cause).AtMove(&r.now, len(r.Moves), false))
		r.ended = true
	}
	if r.over {
		r.Report(&gamefile.Error{Problem: gamefile.NotSupported, InVariation: true, Text: cbfName}) // nobody knows to which move they belong
		r.ended = true
		return
	}
	if r.steps++; r.steps > 1 || value != "00-00" {
		m, problem, cause := dhtmlMove(&r.now, strings.ReplaceAll(value, "-", ""))
		if problem == 0 && len(r.Moves) == gamefile.MaxPlies {
			problem = gamefile.TooManyMoves
		}
		if problem != 0 {
			stop(problem, value, cause)
			return
		}
		r.now.Make(m)
		r.Moves = append(r.Moves, m)
	}
	if !r.AddComment(len(r.Moves), said) {
		r.Report(gamefile.NewError(gamefile.TooLong, 0, strings.TrimSpace(said)))
	}
	r.over = end
}

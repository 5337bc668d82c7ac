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
	"Black": "Black", "BlackTeam": "BlackTeam", "Commentator": "Annotator", "Creator": "Author", "ECCO": "ECCO", "ResultType": "Termination", "FEN": "FEN",
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

// cbfValue is an element of the head, or a move: what is said of it is its text.
type cbfValue struct {
	Value string `xml:"value,attr"`
	End   string `xml:"end,attr"`
	Text  string `xml:",chardata"`
}

// readCBF reads a game of CCBridge as XML. A point is its file from the left and its rank from the top, as in
// [DhtmlXQ]. How variations are joined to the moves is nowhere described, so they are named and not guessed.
func readCBF(text string) (gamefile.Game, *gamefile.Error) {
	r := cbfReader{Game: gamefile.Game{Start: board.StartPosition()}}
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	for !r.ended {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if start, ok := token.(xml.StartElement); ok {
			err = r.element(decoder, start)
		}
		if err != nil {
			line, _ := decoder.InputPos()
			r.Report(&gamefile.Error{Problem: gamefile.CutOff, Line: line, Text: "XML"})
			break
		}
	}
	return r.Game, r.Fault
}

// element goes into an element that has others, and takes what any other one says.
func (r *cbfReader) element(decoder *xml.Decoder, start xml.StartElement) error {
	var e cbfValue
	switch name := start.Name.Local; name {
	case "ChineseChessRecord", "Head", "MoveList":
		return nil
	default:
		if err := decoder.DecodeElement(&e, &start); err != nil {
			return err
		}
		if name == "Move" {
			r.step(e)
		} else {
			r.head(name, strings.TrimSpace(e.Text))
		}
		return nil
	}
}

// head takes an element of the head.
func (r *cbfReader) head(name, value string) {
	switch {
	case value == "":
	case name == "RecordResult":
		if i := strings.Index("01234", value); i >= 0 && len(value) == 1 {
			r.Result = min(gamefile.Result(i), gamefile.Draw)
		}
	case cbfNames[name] != "":
		if fault := paste.SetTag(&r.Game, cbfNames[name], value, 0); fault != nil {
			r.Report(fault)
			r.ended = true
		}
	}
}

// step takes a move with what is said of it. After the end of the game there are variations.
func (r *cbfReader) step(e cbfValue) {
	if r.over {
		r.Report(&gamefile.Error{Problem: gamefile.NotSupported, InVariation: true, Text: cbfName}) // nobody knows to which move they belong
		r.ended = true
		return
	}
	if r.steps++; r.steps == 1 {
		r.now = r.Start
	}
	if r.steps > 1 || e.Value != "00-00" {
		m, problem, cause := dhtmlMove(&r.now, strings.ReplaceAll(e.Value, "-", ""))
		if problem == 0 && len(r.Moves) == gamefile.MaxPlies {
			problem = gamefile.TooManyMoves
		}
		if problem != 0 {
			r.Report(gamefile.NewError(problem, 0, e.Value).Because(cause).AtMove(&r.now, len(r.Moves), false))
			r.ended = true
			return
		}
		r.now.Make(m)
		r.Moves = append(r.Moves, m)
	}
	if !r.AddComment(len(r.Moves), e.Text) {
		r.Report(gamefile.NewError(gamefile.TooLong, 0, strings.TrimSpace(e.Text)))
	}
	r.over = e.End == "1"
}

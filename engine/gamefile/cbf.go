package gamefile

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// cbfElement is that which holds a game of CCBridge as XML.
const cbfElement = "<ChineseChessRecord"

// cbfNames are the elements of the head with the tags that they become.
var cbfNames = map[string]string{
	"Name": "Title", "Contest": "Event", "Round": "Round", "Date": "Date", "Site": "Site", "TimeRule": "TimeControl", "Red": "Red", "RedTeam": "RedTeam",
	"Black": "Black", "BlackTeam": "BlackTeam", "Commentator": "Annotator", "Creator": "Author", "ECCO": "ECCO", "ResultType": "Termination",
}

// cbfFile is what such a file holds.
type cbfFile struct {
	Head struct {
		Fields []struct {
			XMLName xml.Name
			Text    string `xml:",chardata"`
		} `xml:",any"`
	} `xml:"Head"`
	Moves []struct {
		Value string `xml:"value,attr"`
		End   string `xml:"end,attr"`
		Text  string `xml:",chardata"`
	} `xml:"MoveList>Move"`
}

// readCBF reads a game of CCBridge as XML. A point is its file from the left and its rank from the top, as in DhtmlXQ.
// How variations are joined to the moves is nowhere described, so they are named and not guessed.
func readCBF(text string) (Game, *Error) {
	g := Game{Start: board.StartPosition()}
	var file cbfFile
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // it is UTF-8 by now
	if err := decoder.Decode(&file); err != nil {
		line := 0
		if syntax := (*xml.SyntaxError)(nil); errors.As(err, &syntax) {
			line = syntax.Line
		}
		return g, &Error{Problem: CutOff, Line: line, Text: "XML"}
	}
	for _, f := range file.Head.Fields {
		value := strings.TrimSpace(f.Text)
		switch name := f.XMLName.Local; {
		case value == "":
		case name == "FEN":
			if fault := g.setStart(value, 0); fault != nil {
				return g, fault
			}
		case name == "RecordResult":
			if i := strings.Index("01234", value); i >= 0 && len(value) == 1 {
				g.Result = [...]Result{Unknown, RedWins, BlackWins, Draw, Draw}[i]
			}
		case cbfNames[name] != "":
			g.set(cbfNames[name], value)
		}
	}
	p := g.Start
	var all faults
	for i, step := range file.Moves {
		if value := step.Value; i > 0 || value != "00-00" {
			m, problem, cause := dhtmlMove(&p, strings.ReplaceAll(value, "-", ""))
			if problem != 0 {
				fault := atMove(&p, len(g.Moves), false)
				fault.Problem, fault.Text, fault.Cause = problem, cut(value, notation.MaxText), cause
				all.fault(fault)
				break
			}
			if len(g.Moves) == MaxPlies {
				fault := atMove(&p, len(g.Moves), false)
				fault.Problem, fault.Text = TooManyMoves, cut(value, notation.MaxText)
				all.fault(fault)
				break
			}
			p.Make(m)
			g.Moves = append(g.Moves, m)
		}
		if !g.addComment(len(g.Moves), step.Text) {
			all.fault(&Error{Problem: TooLong, Text: cut(strings.TrimSpace(step.Text), notation.MaxText)})
		}
		if step.End == "1" && i+1 < len(file.Moves) {
			fault := atMove(&p, len(g.Moves), true)
			fault.Problem, fault.Text = NotSupported, "CBF variations"
			all.fault(fault)
			break
		}
	}
	return g, all.err
}

package view

import (
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/render"
)

// This file says what a web page shows of a game, whatever it is: package web sends it to the page as JSON. The page
// knows no rules and no words: it contains where each piece may go and all texts.

// Live is a game as a page shows it to a viewer. Points are written as "e0" and sides as "red" and "black"; a piece is
// the initial of its side and its letter in a FEN, "rk" and "bp" for instance.
type Live struct {
	Game     game.ID               `json:"game"`
	Revision int                   `json:"revision"`
	Board    game.BoardKey         `json:"board"`
	Over     bool                  `json:"over"`
	You      string                `json:"you"` // the side of the viewer, empty for those who watch
	Turn     string                `json:"turn"`
	Flipped  bool                  `json:"flipped"` // Black is at the bottom
	Pieces   map[string]string     `json:"pieces"`
	Start    map[string]string     `json:"start"`            // the pieces before the first move
	Legal    map[string][]string   `json:"legal"`            // where the viewer's pieces may go
	Picked   string                `json:"picked,omitempty"` // the point of the piece that a hint takes up
	Last     []string              `json:"last"`             // the points of the last move
	Check    string                `json:"check"`            // the king in check
	Moves    []LiveMove            `json:"moves"`
	First    int                   `json:"first"`  // the number of the first round
	Begins   string                `json:"begins"` // the side of the first move
	Players  map[string]LivePlayer `json:"players"`
	Running  string                `json:"running"` // whose clock runs
	Status   string                `json:"status"`  // what happened last, and what is awaited
	Acts     []LiveAct             `json:"acts"`
	Title    string                `json:"title,omitempty"`  // where the look has none
	Puzzle   string                `json:"puzzle,omitempty"` // the puzzle and the moves made, as in the argument of a [PressPuzzle]
	Plan     []string              `json:"plan,omitzero"`    // the moves that are only imagined, see [gameview.LivePlan]; nil for other states
}

// LiveMove is a move of a game: its points, the move in the viewer's notation, and what a record says of it.
type LiveMove struct {
	Move string `json:"move"`
	Text string `json:"text"`
	Note string `json:"note,omitempty"`
}

// LivePlayer is a side of a game as a page shows it.
type LivePlayer struct {
	Name   string   `json:"name"`
	Note   string   `json:"note"`  // the rating in a rated game
	Left   int64    `json:"left"`  // the time left in milliseconds; -1 for a side without a clock
	Taken  []string `json:"taken"` // the pieces of the other side that have left the board
	Online bool     `json:"online"`
}

// LiveAct is something besides moving that the viewer may do now. Asks is what they are asked before.
type LiveAct struct {
	Act   PressAct `json:"act"`
	Move  string   `json:"move,omitempty"` // what is sent as the move
	Label string   `json:"label"`
	Style string   `json:"style"` // "yes" for an agreement, "danger" for what cannot be undone, else empty
	Asks  string   `json:"asks"`
	Yes   string   `json:"yes"`
	No    string   `json:"no"`
}

// LiveRecord is what a page shows of the moves of any game.
func LiveRecord(rec *board.Record, r Viewer) *Live {
	p := rec.Position()
	l := &Live{
		Over: true, Turn: p.SideToMove().String(), Flipped: r.Bottom == BottomBlack,
		Pieces: pieceCodes(&p), Start: pieceCodes(&rec.Start), Legal: make(map[string][]string), Moves: []LiveMove{},
		First: rec.Start.MoveNumber(), Begins: rec.Start.SideToMove().String(), Players: make(map[string]LivePlayer), Acts: []LiveAct{},
	}
	for ply, p := range rec.Positions() {
		if ply < len(rec.Moves) {
			m := rec.Moves[ply]
			l.Moves = append(l.Moves, LiveMove{Move: m.String(), Text: MoveText(p, m, r)})
			l.Last = []string{m.From().String(), m.To().String()}
		}
	}
	if p.InCheck() {
		l.Check = p.King(p.SideToMove()).String()
	}
	return l
}

// SetLegal says where the pieces may go.
func (l *Live) SetLegal(p board.Position) {
	for _, m := range p.LegalMoves(nil) {
		from := m.From().String()
		l.Legal[from] = append(l.Legal[from], m.To().String())
	}
}

func pieceCodes(p *board.Position) map[string]string {
	codes := make(map[string]string)
	for s := range board.NoSquare {
		if piece := p.At(s); piece != board.NoPiece {
			codes[s.String()] = pieceCode(piece)
		}
	}
	return codes
}

func pieceCode(p board.Piece) string {
	return p.Color().String()[:1] + string("kabnrcp"[p.Kind()-board.King])
}

// ParsePieceCode returns the piece that a page names so, and whether there is one.
func ParsePieceCode(code string) (board.Piece, bool) {
	for _, p := range Pieces() {
		if pieceCode(p) == code {
			return p, true
		}
	}
	return board.NoPiece, false
}

// TakenCodes are the pieces that a side has taken.
func TakenCodes(rec *board.Record, c board.Color) []string {
	taken := []string{}
	for _, piece := range captured(rec) {
		if piece.Color() != c {
			taken = append(taken, pieceCode(piece))
		}
	}
	return taken
}

// ReviewActs are what can be asked about a game that is over: the review, and the best line from the position shown.
func ReviewActs(w words.Words) []LiveAct {
	return []LiveAct{
		{Act: PressReview, Label: w.Say("review.button")}, {Act: PressAnalysis, Label: w.Say("button.best-line")},
	}
}

// LiveAnswer is what a page gets after an act, besides the state of the game.
type LiveAnswer struct {
	Game   *game.Game `json:"-"` // what the act has changed; nil: nothing that its channel shows
	Notice string     `json:"notice,omitempty"`
	Marks  []LiveMark `json:"marks,omitempty"`
	Better string     `json:"better,omitempty"` // the move of a hint
	Open   string     `json:"open,omitempty"`   // the page of another game
}

// LiveMark marks a point of a refused move: Kind is "selected", "obstacle" or "dot".
type LiveMark struct {
	Point string `json:"point"`
	Kind  string `json:"kind"`
}

// LiveLook is what a page needs once, besides the game: the language, the pictures and colors, and its own words.
type LiveLook struct {
	Language string            `json:"language"`
	Theme    string            `json:"theme"`
	Pieces   string            `json:"pieces"`
	Labels   int               `json:"labels"` // the style of the coordinates, see [render.Coordinates]
	Colors   render.ArtColors  `json:"colors"`
	Words    map[string]string `json:"words"`
	Names    map[string]string `json:"names"` // of all points and pieces, for those who do not see the board
}

// LiveLookOf returns the look of a page for a viewer. The points are named as the side sees them.
func LiveLookOf(title string, side board.Color, r Viewer) LiveLook {
	l := LiveLook{
		Language: string(r.Language()), Theme: r.Theme.String(), Pieces: r.Pieces.String(), Labels: int(r.Edge()),
		Colors: r.Theme.Art(), Words: liveWords(r.Words), Names: make(map[string]string),
	}
	l.Words["title"], l.Words["opening"] = title, r.Say("explore.title")
	for s := range board.NoSquare {
		l.Names[s.String()] = r.Exactly(s, side)
	}
	for _, piece := range Pieces() {
		l.Names[pieceCode(piece)] = r.Say("piece.sided", words.Vars{
			"Side": Capital(SideName(r.Words, piece.Color())), "Piece": PieceName(r.Words, piece, 1),
		})
	}
	return l
}

func liveWords(w words.Words) map[string]string {
	texts := make(map[string]string)
	for _, key := range []string{
		"live.board", "live.moves", "live.type", "live.play", "live.sound", "live.silent", "live.watchers",
		"live.offline", "live.first", "live.previous", "live.next", "live.latest",
		"live.captured", "live.keys", "live.here", "live.away", "live.sending", "button.flip",
	} {
		_, name, _ := strings.Cut(key, ".")
		texts[name] = w.Say(key)
	}
	return texts
}

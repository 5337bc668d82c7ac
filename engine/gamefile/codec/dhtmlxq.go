package codec

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/paste"
	"xiangqibot/engine/notation"
)

// field is a tag of [DhtmlXQ]: [DhtmlXQ_name]value[/DhtmlXQ_name].
type field struct {
	name, value string // [DhtmlXQ] itself has no name
	at, line    int
}

// dhtmlTag is where a tag begins or ends, or a line of moves in a script: three numbers.
var dhtmlTag = regexp.MustCompile(`\[(/?)(?:(?i:DhtmlXQ)_?([0-9A-Za-z_]*)|([0-9]+_[0-9]+_[0-9]+))\]`)

// fields returns the tags of a text. A value ends where the next tag begins or ends. Pages of dpxq.com also keep moves
// in a script, as [0_1_0]…[/0_1_0]: these count as [DhtmlXQ_move_0_1_0] where the text has such a main line.
func fields(text string) (all []field) {
	inScript := strings.Contains(text, "[0_1_0]")
	marks := slices.DeleteFunc(dhtmlTag.FindAllStringSubmatchIndex(text, -1), func(at []int) bool { return at[4] < 0 && !inScript })
	isPage := len(marks) > 0 && strings.Contains(text[:marks[0][0]], "<")
	line, counted := 1, 0
	for i, at := range marks {
		if at[2] < at[3] { // a slash: an end
			continue
		}
		f := field{at: at[0]}
		if at[4] >= 0 {
			f.name = text[at[4]:at[5]]
		} else {
			f.name = "move_" + text[at[6]:at[7]]
		}
		line += strings.Count(text[counted:f.at], "\n")
		f.line, counted = line, f.at
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		f.value = strings.TrimSpace(text[at[1]:end])
		if isPage {
			f.value = textOfHTML(f.value)
		}
		all = append(all, f)
	}
	return all
}

// dhtmlGames returns where the games of a text begin: at the first tag, then at [DhtmlXQ], or else at a second list of
// moves.
func dhtmlGames(text string) (starts []int) {
	begun, listed := false, false
	for i, f := range fields(text) {
		if i == 0 || f.name == "" && begun || f.isMoveList() && listed {
			starts = append(starts, f.at)
			listed = false
		}
		begun = begun || f.name == "" || f.isMoveList()
		listed = listed || f.isMoveList()
	}
	return starts
}

// isMoveList recognizes the moves of a game.
func (f field) isMoveList() bool {
	name := strings.ToLower(f.name)
	return f.value != "" && (name == "movelist" || name == "move_0_1_0")
}

// markup is an element of HTML, where it begins or ends, and lineEnd one that ends a line.
var (
	markup  = regexp.MustCompile(`<[^>]*>`)
	lineEnd = regexp.MustCompile(`^<(?i:br|/p)`)
)

// textOfHTML turns the content of a page into text.
func textOfHTML(value string) string {
	return strings.TrimSpace(html.UnescapeString(markup.ReplaceAllStringFunc(value, func(element string) string {
		if lineEnd.MatchString(element) {
			return "\n"
		}
		return ""
	})))
}

// dhtmlNames are the tags of [DhtmlXQ] that say what a tag of PGN says.
var dhtmlNames = [...]struct{ dhtml, pgn string }{
	{"title", "Title"}, {"event", "Event"}, {"date", "Date"}, {"place", "Site"}, {"round", "Round"},
	{"red", "Red"}, {"redteam", "RedTeam"}, {"black", "Black"}, {"blackteam", "BlackTeam"}, {"open", "Opening"},
	{"author", "Author"}, {"remark", "Remark"}, {"timerule", "TimeControl"}, {"endtype", "Termination"},
}

// isDhtmlControl recognizes a tag that says nothing about the game, or that is read by itself.
func isDhtmlControl(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains([]string{"ver", "init", "pver", "viewurl", "adddate", "editdate", "length", "firstnum", "hits", "price", "sortid",
		"binit", "fen", "movelist", "result"}, name) || strings.HasPrefix(name, "move_") || strings.HasPrefix(name, "comment")
}

// branch is one line of [DhtmlXQ] before its moves are made.
type branch struct {
	id, parent, ply int // it leaves its parent in place of the move of that ply, counted from 1 and from the start
	points          string
	line            int
	children        []*branch
	comments        []field // the names are the plies
	read            bool
}

// dhtmlReader reads the tags of a game, then makes the moves of the lines.
type dhtmlReader struct {
	gamefile.Game
	binit, fen field
	listed     bool            // there is a list of moves, and be it empty
	branches   map[int]*branch // by their numbers; 0 is the game
	order      []*branch       // the variations as they are in the file
	budget     gamefile.Budget
	gamefile.Faults
}

// readDhtmlXQ reads the tags of a game. They are in any order.
func readDhtmlXQ(text string) (gamefile.Game, *gamefile.Error) {
	all := fields(text)
	main := &branch{}
	r := dhtmlReader{
		Game:     gamefile.Game{Start: board.StartPosition()},
		branches: map[int]*branch{0: main},
	}
	for _, f := range all {
		r.field(f)
	}
	r.connect(all)
	if r.Red == "" {
		r.Set("Red", r.Tag("redname"))
	}
	if r.Black == "" {
		r.Set("Black", r.Tag("blackname"))
	}
	if fault := r.setStart(main.points); fault != nil {
		if main.points == "" {
			fault = r.FlipMover(fault)
		}
		return r.Game, fault
	}
	if main.points == "" && r.binit.value == "" && r.fen.value == "" && !r.listed { // a link to a game: [DhtmlXQiframe]
		return r.Game, gamefile.NewError(gamefile.NotAGame, 0, strings.TrimSpace(text))
	}
	r.Line = r.readLine(main, r.Start, 0, 0)
	for _, b := range r.order {
		if !b.read {
			r.Report(gamefile.NewError(gamefile.NoSuchVariant, b.line, fmt.Sprintf("move_%d_%d_%d", b.parent, b.ply, b.id)))
		}
	}
	return r.Game, r.Fault
}

// field takes what a tag says. Of several the first counts.
func (r *dhtmlReader) field(f field) {
	main := r.branches[0]
	switch name := strings.ToLower(f.name); {
	case f.name == "":
	case f.value == "":
		r.listed = r.listed || name == "movelist"
	case name == "binit" && r.binit.value == "":
		r.binit = f
	case name == "fen" && r.fen.value == "":
		r.fen = f
	case name == "movelist" || name == "move_0_1_0":
		if main.points == "" {
			main.points, main.line = f.value, f.line
		}
	case name == "result":
		paste.SetResult(&r.Game, f.value)
	case strings.HasPrefix(name, "move_"):
		b, ok := branchOf(name, f)
		if !ok || r.branches[b.id] != nil {
			r.Report(gamefile.NewError(gamefile.NoSuchVariant, f.line, f.name))
			return
		}
		r.branches[b.id] = b
		r.order = append(r.order, b)
	case isDhtmlControl(name):
	default:
		r.Set(pgnNameOf(f.name), f.value)
	}
}

// connect gives each line its variations and its comments.
func (r *dhtmlReader) connect(all []field) {
	for _, b := range r.order {
		if parent := r.branches[b.parent]; parent != nil {
			parent.children = append(parent.children, b)
		}
	}
	for _, f := range all {
		if m := commentName.FindStringSubmatch(f.name); m != nil && f.value != "" {
			id, _ := strconv.Atoi(m[1])
			if b := r.branches[id]; b != nil {
				b.comments = append(b.comments, field{name: m[2], value: f.value, line: f.line})
			}
		}
	}
}

// setStart finds the start position.
func (r *dhtmlReader) setStart(points string) *gamefile.Error {
	if r.fen.value != "" {
		if fault := paste.SetStart(&r.Game, r.fen.value, r.fen.line); fault == nil || r.binit.value == "" {
			return fault
		}
	}
	if r.binit.value == "" {
		return nil
	}
	placement, ok := placementOf(alphanumeric(r.binit.value))
	if !ok {
		return gamefile.NewError(gamefile.BadStart, r.binit.line, r.binit.value)
	}
	first := board.NoSquare
	if points = alphanumeric(points); len(points) >= 2 {
		first, _ = topLeft(points[0], points[1])
	}
	p, err := startOf(board.Setup{Placement: placement, MoveNumber: 1}, first)
	if err != nil {
		return gamefile.NewError(gamefile.BadStart, r.binit.line, r.binit.value).Because(err)
	}
	r.Start = p
	return nil
}

// The names move_PARENT_PLY_ID, and comment<ply> or comment<id>_<ply>.
var (
	branchName  = regexp.MustCompile(`^move_([0-9]{1,7})_([0-9]{1,7})_([0-9]{1,7})$`)
	commentName = regexp.MustCompile(`^(?i:comment)(?:([0-9]{1,7})_)?([0-9]{1,7})$`)
)

// branchOf reads the name of a line.
func branchOf(name string, f field) (*branch, bool) {
	b := &branch{points: f.value, line: f.line}
	m := branchName.FindStringSubmatch(name)
	if m == nil {
		return nil, false
	}
	for i, n := range []*int{&b.parent, &b.ply, &b.id} {
		*n, _ = strconv.Atoi(m[1+i])
	}
	return b, b.ply > 0 && b.id > 0 && b.parent != b.id
}

func pgnNameOf(name string) string {
	for _, n := range dhtmlNames {
		if strings.EqualFold(name, n.dhtml) {
			return n.pgn
		}
	}
	return name
}

// alphanumeric drops what programs put between the digits, such as line ends.
func alphanumeric(text string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return -1
	}, text)
}

// readLine makes the moves of a line from p on, which ply others precede, and then those of its variations.
func (r *dhtmlReader) readLine(b *branch, p board.Position, ply, depth int) gamefile.Line {
	var l gamefile.Line
	b.read = true
	points := alphanumeric(b.points)
	slices.SortStableFunc(b.children, func(x, y *branch) int { return x.ply - y.ply })
	children := b.children
	for len(children) > 0 && children[0].ply <= ply {
		children = children[1:]
	}
	type fork struct {
		*branch
		at     int
		before board.Position
	}
	var forks []fork
	for i := 0; i < len(points); i += 4 {
		text := points[i:min(i+4, len(points))]
		m, problem, cause := dhtmlMove(&p, text)
		if problem == 0 && !r.budget.Spend(depth) {
			problem = gamefile.TooManyMoves
		}
		if problem != 0 {
			r.Report(gamefile.NewError(problem, b.line, text).Because(cause).AtMove(&p, ply+len(l.Moves), depth > 0))
			break
		}
		for ; len(children) > 0 && children[0].ply == ply+len(l.Moves)+1; children = children[1:] {
			forks = append(forks, fork{children[0], len(l.Moves), p})
		}
		p.Make(m)
		l.Moves = append(l.Moves, m)
	}
	for _, c := range forks {
		if depth == gamefile.MaxDepth {
			c.read = true
			r.Report(gamefile.NewError(gamefile.TooDeep, c.line, c.points))
			continue
		}
		if v := r.readLine(c.branch, c.before, c.ply-1, depth+1); len(v.Moves) > 0 {
			l.Variations = append(l.Variations, gamefile.Variation{Ply: c.at, Line: v})
		}
	}
	for _, c := range b.comments {
		at, _ := strconv.Atoi(c.name)
		if at -= ply; at < 0 || at > len(l.Moves) {
			continue // it belongs to no move that is there
		}
		if text := strings.Trim(strings.ReplaceAll(c.value, "||", "\n"), "\n"); !l.AddComment(at, text) {
			r.Report(gamefile.NewError(gamefile.TooLong, c.line, c.value))
		}
	}
	return l
}

// dhtmlMove reads a move of four digits. A problem of 0 means that it is legal.
func dhtmlMove(p *board.Position, text string) (board.Move, gamefile.Problem, error) {
	if len(text) < 4 {
		return board.NoMove, gamefile.CutOff, nil
	}
	if strings.Trim(text, "0123456789") != "" { // an old form, with letters
		return board.NoMove, gamefile.NotSupported, nil
	}
	from, ok := topLeft(text[0], text[1])
	to, alsoOK := topLeft(text[2], text[3])
	if !ok || !alsoOK {
		return board.NoMove, gamefile.BadMove, &notation.SyntaxError{Text: text}
	}
	m := board.NewMove(from, to)
	if err := notation.Explain(p, m); err != nil {
		return board.NoMove, gamefile.BadMove, err
	}
	return m, 0, nil
}

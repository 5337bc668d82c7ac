package bot

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// refusal turns an error into the words that a person gets to read: what is wrong, and what would be right. It answers false
// for errors that tell a person nothing, such as a database that is gone.
//
// An error about a move can only be explained on the board it was meant for: without g it is no matter for people.
func (v *view) refusal(g *game.Game, r Reader, err error) (Reply, bool) {
	if refused := (*game.Refusal)(nil); errors.As(err, &refused) {
		return refusalReply(refused, r), true
	}
	if g == nil {
		return Reply{}, false
	}
	if e := (*notation.AmbiguousError)(nil); errors.As(err, &e) {
		return ambiguous(g, r, e), true
	}
	p := g.Position()
	if e := (*notation.SyntaxError)(nil); errors.As(err, &e) {
		vars := Vars{"Text": quoted(e.Text), "Examples": examples(&p, r)}
		if e.Bad == "" {
			return private(r.Words.Say("moves.syntax", vars)), true
		}
		vars["Part"] = quoted(e.Bad)
		return private(r.Words.Say("moves.syntax-part", vars)), true
	}
	if e := (*notation.IllegalError)(nil); errors.As(err, &e) {
		reply := private(r.Words.Say("moves.refused", Vars{"Text": quoted(e.Text), "Why": why(&p, e, r)}))
		if marks := evidence(e); len(marks) > 0 {
			reply.Picture = v.picture(g, r, marks)
			if reply.Picture != nil {
				reply.Picture.Alt = describe(g, r)
			}
		}
		return reply, true
	}
	return Reply{}, false
}

// refusalKeys finds the phrase for a code.
var refusalKeys = map[game.Code]string{
	game.NoSuchGame:        "refusal.no-such-game",
	game.NoGame:            "refusal.no-game",
	game.ManyGames:         "refusal.many-games",
	game.NotYourGame:       "refusal.not-your-game",
	game.NotYourTurn:       "refusal.not-your-turn",
	game.NotStarted:        "refusal.not-started",
	game.GameOver:          "refusal.game-over",
	game.Outdated:          "refusal.outdated",
	game.AlreadyDone:       "refusal.already-done",
	game.AlreadyStarted:    "refusal.already-started",
	game.OwnChallenge:      "refusal.own-challenge",
	game.NotYourChallenge:  "refusal.not-your-challenge",
	game.SelfChallenge:     "refusal.self-challenge",
	game.NobodyChallenged:  "refusal.nobody-challenged",
	game.BadLevel:          "refusal.bad-level",
	game.AlreadyChallenged: "refusal.already-challenged",
	game.TooManyGames:      "refusal.too-many-games",
	game.AlreadyOffered:    "refusal.already-offered",
	game.AnswerFirst:       "refusal.answer-first",
	game.OfferedTooSoon:    "refusal.offered-too-soon",
	game.NoOffer:           "refusal.no-offer",
	game.TakebackRated:     "refusal.takeback-rated",
	game.NothingToTakeBack: "refusal.nothing-to-take-back",
	game.NoSuchRecord:      "refusal.no-such-record",
}

func refusalReply(refused *game.Refusal, r Reader) Reply {
	vars := Vars{"Game": refused.Game, "Record": int64(refused.Record), "First": engine.LevelMin.String(), "Last": engine.LevelMax.String()}
	reply := private(r.Words.Count(refusalKeys[refused.Code], refused.Limit, vars))
	if refused.Code == game.ManyGames {
		listGames(&reply, refused.Games, r)
	}
	return reply
}

// maxListed is how many games a refusal offers to choose from: two rows of buttons.
const maxListed = 10

// listGames adds the games that may have been meant, a line and a button each.
func listGames(reply *Reply, games []*game.Game, r Reader) {
	lines := []string{reply.Text}
	var buttons []discordgo.MessageComponent
	for i, g := range games {
		if i == maxListed {
			lines = append(lines, r.Words.Say("refusal.many-games-more"))
			break
		}
		vars := Vars{"Game": g.ID}
		if g.State == game.Offered {
			vars["Red"], vars["Black"] = mention(g.Challenger), mention(g.Opponent.Person)
			vars["Turn"] = r.Words.Say("challenge.title")
		} else {
			vars["Red"], vars["Black"] = seatText(g, board.Red, r.Words), seatText(g, board.Black, r.Words)
			vars["Turn"] = turnText(r.Words, g.Turn())
		}
		lines = append(lines, r.Words.Say("refusal.many-games-line", vars))
		buttons = append(buttons, button(r.Words.Say("button.game", Vars{"Game": g.ID}), discordgo.SecondaryButton,
			Press{Act: PressBoard, Game: g.ID}))
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Rows = rows(buttons)
}

// reasonWords finds the phrase for a reason, and tells whether its points are to be named with the pieces on them.
var reasonWords = map[notation.Reason]struct {
	key    string
	pieces bool
}{
	notation.EmptySquare:             {"why.empty-square", false},
	notation.NotYourPiece:            {"why.not-your-piece", false},
	notation.NoSuchPiece:             {"why.no-such-piece", false},
	notation.NotInTandem:             {"why.not-in-tandem", false},
	notation.NoSuchPieceOnFile:       {"why.no-such-piece-on-file", false},
	notation.OffBoard:                {"why.off-board", false},
	notation.StaysPut:                {"why.stays-put", false},
	notation.NotThatShape:            {"why.not-that-shape", false},
	notation.PawnBackward:            {"why.pawn-backward", false},
	notation.PawnSidewaysBeforeRiver: {"why.pawn-sideways", false},
	notation.OutsidePalace:           {"why.outside-palace", false},
	notation.ElephantCrossesRiver:    {"why.elephant-crosses-river", false},
	notation.OwnPieceOnTarget:        {"why.own-piece", true},
	notation.BlockedLeg:              {"why.blocked-leg", true},
	notation.BlockedEye:              {"why.blocked-eye", true},
	notation.PathBlocked:             {"why.path-blocked", true},
	notation.NoScreen:                {"why.no-screen", true},
	notation.TooManyScreens:          {"why.too-many-screens", true},
	notation.CannonNeedsCapture:      {"why.cannon-needs-capture", true},
	notation.KingsFace:               {"why.kings-face", true},
	notation.KingIntoCheck:           {"why.king-into-check", true},
	notation.LeavesCheck:             {"why.leaves-check", true},
	notation.ExposesKing:             {"why.exposes-king", true},
}

// howKeys finds the phrase that tells how a kind of piece moves.
var howKeys = [board.Pawn + 1]string{
	board.King: "how.king", board.Advisor: "how.advisor", board.Elephant: "how.elephant", board.Horse: "how.horse",
	board.Rook: "how.rook", board.Cannon: "how.cannon", board.Pawn: "how.pawn",
}

// why tells in words which rule forbids a move, where on the board it can be seen, and what to do instead.
func why(p *board.Position, e *notation.IllegalError, r Reader) string {
	mover := p.SideToMove()
	words, ok := reasonWords[e.Reason]
	if !ok {
		return e.Reason.String()
	}
	vars := Vars{"Piece": pieceName(r.Words, e.Piece, 1)}
	if e.Move != board.NoMove {
		vars["From"], vars["To"] = r.point(e.Move.From(), mover), r.point(e.Move.To(), mover)
	} else if len(e.Squares) > 0 {
		vars["From"] = r.point(e.Squares[0], mover) // of a move without points, Squares tell where the piece stands
	}
	if words.pieces {
		squares := e.Squares
		if e.Reason == notation.KingsFace { // the mover's own king may not stand there yet
			squares = squares[len(squares)-1:]
		}
		vars["Where"] = r.Words.List(r.standing(p, squares))
	} else {
		vars["Where"] = r.Words.List(r.points(e.Squares, mover))
	}
	if e.Reason == notation.NotThatShape {
		vars["How"] = capital(r.Words.Say(howKeys[e.Piece.Kind()], vars))
	}
	return capital(r.Words.Say(words.key, vars))
}

// standing names the pieces on some points, as the side to move sees them.
func (r Reader) standing(p *board.Position, squares []board.Square) []string {
	mover := p.SideToMove()
	names := make([]string, len(squares))
	for i, s := range squares {
		vars := Vars{"Piece": pieceName(r.Words, p.At(s), 1), "Square": r.point(s, mover)}
		switch {
		case p.At(s) == board.NoPiece:
			names[i] = r.point(s, mover)
		case p.At(s).Color() == mover:
			names[i] = r.Words.Say("at.own", vars)
		default:
			names[i] = r.Words.Say("at.foreign", vars)
		}
	}
	return names
}

// evidence marks on the board what forbids a move: the piece that would move and what stands against it. Errors that are plain
// from their words need no picture.
func evidence(e *notation.IllegalError) []render.Mark {
	if e.Reason < notation.OwnPieceOnTarget || e.Move == board.NoMove {
		return nil
	}
	marks := []render.Mark{{Square: e.Move.From(), Kind: render.Selected}}
	kind := render.Obstacle
	if e.Reason == notation.NoScreen { // nothing is in the way: that is what is wrong
		kind = render.Destination
	}
	for _, s := range e.Squares {
		if s != e.Move.From() {
			marks = append(marks, render.Mark{Square: s, Kind: kind})
		}
	}
	return marks
}

// examples writes a move that may be played in the position in two ways, the reader's own first.
func examples(p *board.Position, r Reader) string {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return ""
	}
	// A cannon to the middle is the move that everybody knows; after it, any move sideways shows the notation well.
	example := slices.MaxFunc(moves, func(a, b board.Move) int { return cmp.Compare(fame(p, a), fame(p, b)) })
	ways := []string{"**" + moveText(p, example, r) + "**"}
	if r.Style != notation.UCI {
		ways = append(ways, "**"+notation.Format(p, example, notation.UCI)+"**")
	} else {
		ways = append(ways, "**"+notation.Format(p, example, notation.Chinese)+"**")
	}
	return strings.Join(ways, r.Words.Say("moves.examples-or"))
}

// fame tells how well a move serves as an example, as a number that means nothing else.
func fame(p *board.Position, m board.Move) int {
	points := 0
	if p.At(m.From()).Kind() == board.Cannon {
		points += 2
	}
	if m.From().Rank() == m.To().Rank() {
		points += 2
		if m.To().File() == board.Files/2 {
			points++
		}
	}
	return points
}

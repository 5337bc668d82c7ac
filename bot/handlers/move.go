package handlers

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/pattern"
)

// moves is /move, which plays a move written in any notation, and the menus and buttons that play one.
type moves struct{ boards }

func newMoveCommand(h *Host) *Command {
	m := moves{boards{h}}
	return &Command{
		Name: "move",
		Options: []commandOption{
			{Name: "move", Kind: discordgo.ApplicationCommandOptionString, Required: true, Complete: true},
			gameOption(),
		},
		Run: m.move,
		Complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			if r.Focused == "game" {
				return h.completeTurn(ctx, r)
			}
			return m.completeMove(ctx, r)
		},
		Presses: map[view.PressAct]Handler{
			view.PressPiece:  inPlace(m.pickPiece),
			view.PressTarget: m.playTo,
			view.PressPlay:   m.playArg,
			view.PressWhy:    m.showWhy,
		},
	}
}

func (m moves) move(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := m.findGame(ctx, r)
	several := err != nil
	if several {
		g, err = onlyFitting(err, r.isLegalIn)
	}
	if err == nil {
		err = m.checkMeant(ctx, r, g)
	}
	if err != nil {
		return view.Reply{}, &gameview.ChooseGameError{Act: view.PressPlay, Move: r.text("move"), Err: err}
	}
	if game.VoteOpen(g) && mayMove(g, r.Viewer.Person) {
		return votes(m).vote(ctx, r, g)
	}
	act := r.Act()
	act.Seen = g
	reply := m.Replies.Expect(g.ID)
	defer reply.Close()
	played, err := m.Games.Move(ctx, act, g.ID, r.text("move"))
	if err != nil {
		return view.Reply{}, withGame(played, err)
	}
	now := reply.After(ctx, played)
	viewer := m.Viewers.After(ctx, now, r.Viewer)
	shown := m.updateFor(now, viewer, r)
	if echo := echo(played, r.text("move"), r.Viewer, viewer.Style); echo != "" {
		shown.Text = echo + "\n" + shown.Text
	}
	if several {
		named, own := gameview.GameLine(now, r.Viewer), shown.Own
		shown.Own = func(drawn bool) view.Reply {
			reply := own(drawn)
			reply.Text = named + "\n" + reply.Text
			return reply
		}
	}
	return shown, nil
}

// findGame finds the game in which the person moves: the one that they name, or else their own in this channel, the
// vote game of this channel, or their own in another channel.
func (m moves) findGame(ctx context.Context, r *Request) (*game.Game, error) {
	g, err := m.Finder.FindTurn(ctx, r.Act(), r.Game())
	if err == nil && (r.Game() != 0 || g.Channel == r.Channel) || err != nil && !errors.As(err, new(*game.Refusal)) {
		return g, err
	}
	if vote, voteErr := m.Votes.Find(ctx, r.Act(), r.Game()); voteErr == nil {
		return vote, nil
	}
	return g, err
}

// checkMeant refuses a move if the person may mean another game. An illegal move passes: the game refuses it with the
// reason.
func (m moves) checkMeant(ctx context.Context, r *Request, g *game.Game) error {
	if r.Game() != 0 || !r.isLegalIn(g) || !mayMove(g, r.Viewer.Person) {
		return nil
	}
	return m.Finder.CheckMeant(ctx, r.Act(), g)
}

// isLegalIn reports whether the move that the person typed is legal in a game.
func (r *Request) isLegalIn(g *game.Game) bool {
	p := g.Position()
	_, err := r.Viewer.Dialect().Parse(&p, r.text("move"))
	return err == nil
}

// onlyFitting returns the only fitting one of the games among which err asks to choose. If several fit, the error is a
// refusal with these to choose from, and otherwise err.
func onlyFitting(err error, fits func(*game.Game) bool) (*game.Game, error) {
	many := (*game.Refusal)(nil)
	if !errors.As(err, &many) || many.Code != game.ManyGames {
		return nil, err
	}
	var fitting []*game.Game
	for _, g := range many.Games {
		if fits(g) {
			fitting = append(fitting, g)
		}
	}
	switch len(fitting) {
	case 0:
		return nil, err
	case 1:
		return fitting[0], nil
	}
	return nil, &game.Refusal{Code: game.ManyGames, Games: fitting}
}

// echo says which move was read, in characters that cannot be mistaken, when what was typed could have been another:
// coordinates are a legal move with ranks from 0 and another with ranks from 1. It also does where the message below is
// in a style that counts the ranks otherwise: a player who types h3e3 must not find h2e2 alone under it. It needs no
// words: "h3e3 = 炮二平五".
func echo(played *game.Game, typed string, r view.Viewer, below notation.Style) string {
	ply := played.Ply() - 1 - played.Last.Planned // what was planned for this case came after it
	if played.Last.Move == board.NoMove || ply < 0 {
		return ""
	}
	before := played.Record.UpTo(ply).Position()
	move := played.Record.Moves[ply]
	if !notation.AmbiguousRanks(&before, typed) && !otherwise(&before, typed, move, below) {
		return ""
	}
	return view.Quoted(typed) + " = " + notation.Format(&before, move, r.Chinese())
}

// otherwise reports whether a typed move is in coordinates that mean another move, or none, to readers of a style.
func otherwise(p *board.Position, typed string, move board.Move, style notation.Style) bool {
	from0, err0 := notation.Dialect{Style: notation.UCI}.Parse(p, typed)
	from1, err1 := notation.Dialect{Style: notation.UCI10}.Parse(p, typed)
	if style == notation.UCI10 {
		from0, err0, from1, err1 = from1, err1, from0, err0
	}
	return (err0 != nil || from0 != move) && err1 == nil && from1 == move
}

// pickPiece shows where the piece chosen under the board can go, in an ephemeral message.
func (m moves) pickPiece(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Press.Arg == gameview.PanelNext {
		return m.next(ctx, r)
	}
	g, from, err := m.chosenPiece(ctx, r)
	if err != nil {
		return view.Reply{}, withGame(g, err)
	}
	if r.Viewer.Newcomer, err = m.Players.IsNewcomer(ctx, r.Viewer.Person); err != nil {
		return view.Reply{}, err
	}
	reply := gameview.Picked(m.View, g, r.Viewer, from)
	reply.Private = true
	return reply, nil
}

func (m moves) next(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := m.Games.Game(ctx, r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	if _, plays := g.SeatOf(r.Viewer.Person); !plays {
		return view.Reply{}, &game.Refusal{Code: game.NotYourGame, Game: g.ID}
	}
	return gameview.Panel(m.View, g, r.Viewer), nil
}

// chosenPiece returns the square chosen in the menu of a board. It checks that the person may move a piece there.
func (m moves) chosenPiece(ctx context.Context, r *Request) (*game.Game, board.Square, error) {
	g, err := m.Games.Game(ctx, r.Game())
	if err != nil {
		return nil, board.NoSquare, err
	}
	code := game.Code("")
	switch _, plays := g.SeatOf(r.Viewer.Person); {
	case !plays && !game.VoteOpen(g):
		code = game.NotYourGame
	case g.State != game.Active:
		code = game.GameOver
	case g.BoardKey() != r.Press.Board():
		code = game.Outdated
	case !mayMove(g, r.Viewer.Person):
		code = game.NotYourTurn
	}
	if code != "" {
		return g, board.NoSquare, &game.Refusal{Code: code, Game: g.ID}
	}
	square, err := r.square()
	return g, square, err
}

// playTo plays the piece chosen before to the square chosen now.
func (m moves) playTo(ctx context.Context, r *Request) (view.Reply, error) {
	from, err := board.ParseSquare(r.Press.Arg)
	if err != nil {
		return view.Reply{}, r.Press.Foreign(err)
	}
	to, err := r.square()
	if err != nil {
		return view.Reply{}, err
	}
	return m.play(ctx, r, board.NewMove(from, to))
}

// playArg plays the move of a button: one of those that an ambiguous text can mean.
func (m moves) playArg(ctx context.Context, r *Request) (view.Reply, error) {
	move, err := board.ParseMove(r.Press.Arg)
	if err != nil {
		return view.Reply{}, r.Press.Foreign(err)
	}
	return m.play(ctx, r, move)
}

// showWhy shows the board below the refusal of a move, with marks on what forbids it.
func (m moves) showWhy(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := m.Finder.FindVisible(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	shown, err := view.ParseEvidence(r.Press.Arg)
	if err != nil {
		return view.Reply{}, r.Press.Foreign(err)
	}
	if g.BoardKey() != r.Press.Board() {
		return view.Reply{}, &game.Refusal{Code: game.Outdated, Game: g.ID}
	}
	p := g.Position()
	return view.Reply{
		Private: true, Pressed: view.ControlsChange, Rows: r.buttonsFor(view.PressPlay),
		Picture: gameview.Picture(m.View, g, r.Viewer, shown.Marks(&p)),
	}, nil
}

func (m moves) play(ctx context.Context, r *Request, move board.Move) (view.Reply, error) {
	g, err := m.Games.Game(ctx, r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	if game.VoteOpen(g) {
		return votes(m).voteFor(ctx, r, move)
	}
	act := r.onBoard()
	act.Seen = g
	expected := m.Replies.Expect(g.ID)
	defer expected.Close()
	g, err = m.Games.MoveExact(ctx, act, g.ID, move)
	if err != nil {
		return view.Reply{}, r.refusedMove(err)
	}
	return m.played(ctx, expected.After(ctx, g), r), nil
}

// completeMove offers the legal moves that what was typed can still become, in the script that is being typed, else in
// the person's notation; the value sent is read in their notation. Moves that end the game by repetition are marked.
func (m moves) completeMove(ctx context.Context, r *Request) ([]discord.Choice, error) {
	g, err := m.findGame(ctx, r)
	switch {
	case errors.As(err, new(*game.Refusal)):
		return nil, nil // the command itself says why
	case err != nil:
		return nil, err
	case !mayMove(g, r.Viewer.Person):
		return nil, nil
	}
	pos, ahead, typed := g.Position(), view.ForecastRepetitions(g), strings.TrimSpace(r.text("move"))
	moves := r.Viewer.Dialect().Complete(&pos, typed)
	if typed == "" {
		moves = suggestedMoves(g, &pos, moves)
	}
	var choices []discord.Choice
	for _, m := range moves[:min(len(moves), discord.ChoiceLimit)] {
		line, text := view.SuggestMove(&pos, m, typed, ahead, r.Viewer)
		choices = append(choices, discord.Choice{Name: line, Value: text})
	}
	return choices, nil
}

// suggestedMoves are the moves that are suggested before anything is typed: some of every piece, as many as fit. In
// a casual game against the bot book moves come first, and then those that win most by exchanges. In any
// other game they are ordered by piece and file from the right, which reveals nothing.
func suggestedMoves(g *game.Game, p *board.Position, moves []board.Move) []board.Move {
	order := moves
	if _, againstBot := g.BotSeat(); againstBot && !g.Rated && g.Vote == nil {
		order = slices.Clone(moves)
		weight := make(map[board.Move]int, len(moves))
		for _, m := range moves {
			weight[m] = moveScore(p, m)
		}
		for i, m := range book.Standard().Moves(p) { // the most played first
			weight[m.Move] = bookScore - i
		}
		slices.SortStableFunc(order, func(a, b board.Move) int { return cmp.Compare(weight[b], weight[a]) })
	}
	chosen := make(map[board.Move]bool)
	for turn := 1; len(chosen) < min(len(order), discord.ChoiceLimit); turn++ {
		of := make(map[board.Square]int) // moves of a piece that were passed in this turn
		for _, m := range order {
			if of[m.From()]++; of[m.From()] == turn && len(chosen) < discord.ChoiceLimit {
				chosen[m] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(order), func(m board.Move) bool { return !chosen[m] })
}

const (
	bookScore = 100_000 // of a move of the book
	mateScore = 10_000  // of a move that leaves the other side without a legal one
)

// moveScore rates how good a move looks, in pawns: by what is won or lost by exchanges where its piece goes.
func moveScore(p *board.Position, m board.Move) int {
	after := *p
	after.Make(m)
	if !after.HasLegalMove() {
		return mateScore
	}
	return pattern.SEE(p, m)
}

package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// moveCommand is /move: it plays a move written in any notation, and completes it while it is typed.
func (h *host) moveCommand() *Command {
	return &Command{
		name: "move",
		options: []commandOption{
			{name: "move", kind: discordgo.ApplicationCommandOptionString, required: true, complete: true},
			gameOption(),
		},
		run: h.move,
		complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			if r.focused == "game" {
				return h.completeGame(ctx, r)
			}
			return h.completeMove(ctx, r)
		},
	}
}

func (h *host) move(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Find(ctx, r.Act(), r.Game())
	if errors.Is(err, &game.Refusal{Code: game.NoGame}) { // he may help the channel, though he plays nowhere
		if all, findErr := h.service.FindVote(ctx, r.Act(), 0); findErr == nil {
			g, err = all, nil
		}
	}
	if err != nil {
		return view.Reply{}, err
	}
	if g.Voting() && mayMove(g, r.Reader.Person) {
		return h.vote(ctx, r, g)
	}
	played, err := h.service.Move(ctx, r.Act(), g.ID, r.Text("move"))
	if err != nil {
		return view.Reply{}, about(played, err)
	}
	reply := h.passed(ctx, played, r)
	if echo := echo(played, r.Text("move"), r.Reader); echo != "" {
		reply.Text = echo + "\n" + reply.Text
	}
	return reply, nil
}

// echo says which move was read, in characters that cannot be mistaken, when what was typed could have been another: coordinates are a
// legal move with ranks from 0 and another with ranks from 1. It needs no words: "h3e3 = 炮二平五".
func echo(played *game.Game, typed string, r view.Reader) string {
	ply := played.Ply() - 1 - played.Last.Planned // what was planned for this case came after it
	if played.Last.Move == board.NoMove || ply < 0 {
		return ""
	}
	record := board.Record{Start: played.Record.Start, Moves: played.Record.Moves[:ply]}
	before := record.Position()
	if !notation.TwoReadings(&before, typed) {
		return ""
	}
	return view.Quoted(typed) + " = " + notation.Format(&before, played.Record.Moves[ply], r.Chinese())
}

// completeMove offers the legal moves that what was typed can still become, each in the person's notation, which is also the value sent:
// it is read as that person means it. Moves that end the game by repetition say so.
func (h *host) completeMove(ctx context.Context, r *Request) ([]discord.Choice, error) {
	g, err := h.toMove(ctx, r)
	if err != nil || g == nil {
		return nil, err
	}
	pos, ahead := g.Position(), view.Foresee(g)
	var choices []discord.Choice
	for _, m := range notation.CompleteAs(&pos, r.Text("move"), r.Reader.Style) {
		text := view.MoveText(&pos, m, r.Reader)
		name := text
		if mark := ahead.Mark(m, r.Reader.Words); mark != "" {
			name += " · " + mark
		}
		choices = append(choices, discord.Choice{Name: discord.Cut(name, discord.ChoiceNameLimit), Value: text})
	}
	return choices, nil
}

// pressPiece shows where the piece chosen under the board can go. Only the one who chose sees that.
func (h *host) pressPiece(ctx context.Context, r *Request) (view.Reply, error) {
	g, from, err := h.touched(ctx, r)
	if err != nil {
		return view.Reply{}, about(g, err)
	}
	reply := h.view.Picked(g, r.Reader, from)
	reply.Private, reply.InPlace = true, r.Ephemeral
	return reply, nil
}

// touched checks that the person may move a piece on the board whose menu he used, and tells which one he chose.
func (h *host) touched(ctx context.Context, r *Request) (*game.Game, board.Square, error) {
	g, err := h.service.Game(ctx, r.Press.Game)
	if err != nil {
		return nil, board.NoSquare, err
	}
	code := game.Code("")
	switch _, plays := g.SeatOf(r.Reader.Person); {
	case !plays && !g.Voting():
		code = game.NotYourGame
	case g.State != game.Active:
		code = game.GameOver
	case g.BoardKey() != r.Press.Board:
		code = game.Outdated
	case !mayMove(g, r.Reader.Person):
		code = game.NotYourTurn
	}
	if code != "" {
		return g, board.NoSquare, &game.Refusal{Code: code, Game: g.ID}
	}
	square, err := r.square()
	return g, square, err
}

// square is the square chosen in a menu.
func (r *Request) square() (board.Square, error) {
	if len(r.Values) != 1 {
		return board.NoSquare, errors.New("bot: a menu of squares without a choice")
	}
	return board.ParseSquare(r.Values[0])
}

// pressTarget plays the piece chosen before to the square chosen now.
func (h *host) pressTarget(ctx context.Context, r *Request) (view.Reply, error) {
	from, err := board.ParseSquare(r.Press.Arg)
	if err != nil {
		return view.Reply{}, err
	}
	to, err := r.square()
	if err != nil {
		return view.Reply{}, err
	}
	return h.play(ctx, r, board.NewMove(from, to))
}

// pressPlay plays the move that a button stands for: one of those that an ambiguous text could mean.
func (h *host) pressPlay(ctx context.Context, r *Request) (view.Reply, error) {
	m, err := board.ParseMove(r.Press.Arg)
	if err != nil {
		return view.Reply{}, err
	}
	return h.play(ctx, r, m)
}

// pressWhy shows the board below the words that refuse a move, with marks on what forbids it.
func (h *host) pressWhy(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Look(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	shown, err := view.ParseEvidence(r.Press.Arg)
	if err != nil {
		return view.Reply{}, err
	}
	if g.BoardKey() != r.Press.Board {
		return view.Reply{}, &game.Refusal{Code: game.Outdated, Game: g.ID}
	}
	p := g.Position()
	return view.Reply{Private: true, InPlace: true, Keep: true, Picture: h.view.Picture(g, r.Reader, shown.Marks(&p))}, nil
}

// onBoard is the request as an act that belongs to the board of its button or menu; a command belongs to none.
func (r *Request) onBoard() game.Act {
	act := r.Act()
	act.Board = r.Press.Board
	return act
}

func (h *host) play(ctx context.Context, r *Request, m board.Move) (view.Reply, error) {
	g, err := h.service.Game(ctx, r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	if g.Voting() {
		return h.voteFor(ctx, r, m)
	}
	g, err = h.service.MoveExact(ctx, r.onBoard(), r.Press.Game, m)
	if err != nil {
		return view.Reply{}, err
	}
	public := h.passed(ctx, g, r)
	if !r.Ephemeral {
		return public, nil
	}
	reply := h.view.Played(g, r.Reader)
	reply.Private, reply.InPlace = true, true
	reply.Also = []view.Reply{public}
	return reply, nil
}

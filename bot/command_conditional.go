package bot

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/notation"
)

// conditionalCommand is /conditional: a person plans his answers to moves that the other side may play. Without moves it shows what he has
// planned, with buttons below to add, to change and to drop lines. Nobody else sees any of it.
func (h *host) conditionalCommand() *Command {
	return &Command{
		name: "conditional", private: true, run: h.conditional,
		options: []commandOption{
			{name: "moves", kind: discordgo.ApplicationCommandOptionString, complete: true},
			gameOption(),
		},
		complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			if r.focused == "game" {
				return h.completeGame(ctx, r)
			}
			return h.completeLine(ctx, r)
		},
	}
}

func (h *host) conditional(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.playing(ctx, r, r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	if r.Text("moves") != "" {
		read, err := h.service.Plan(ctx, r.Act(), g.ID, r.Text("moves"))
		if err != nil {
			return h.unplanned(read, r.Reader, err)
		}
		g = read
	}
	return view.Plans(g, r.Reader), nil
}

// unplanned tells why a line cannot be planned, on the board on which it could not be read. That board is only imagined: nothing can be
// pressed to play on it.
func (h *host) unplanned(read *game.Game, r view.Reader, err error) (view.Reply, error) {
	var ambiguous *notation.AmbiguousError
	if read == nil || errors.As(err, new(*game.Refusal)) {
		return view.Reply{}, err
	}
	if errors.As(err, &ambiguous) {
		pos := read.Position()
		var ways []string
		for _, m := range ambiguous.Candidates {
			ways = append(ways, "**"+view.MoveText(&pos, m, r)+"**")
		}
		return view.Private(r.Words.Say("plan.ambiguous", words.Vars{"Text": view.Quoted(ambiguous.Text), "Moves": r.Words.List(ways)})), nil
	}
	reply, ok := h.view.Refusal(read, r, err)
	if !ok {
		return view.Reply{}, err
	}
	reply.Rows = nil
	return reply, nil
}

// pressUnplan drops one of the lines that a message shows, or all.
func (h *host) pressUnplan(ctx context.Context, r *Request) (view.Reply, error) {
	key := r.Press.Arg
	if key == view.PlanAll {
		key = ""
	}
	g, err := h.service.Unplan(ctx, r.Act(), r.Press.Game, key)
	if err != nil {
		return view.Reply{}, err
	}
	return replanned(g, r.Reader), nil
}

// replanned is the list of plans in the place of the one whose button was pressed.
func replanned(g *game.Game, r view.Reader) view.Reply {
	reply := view.Plans(g, r)
	reply.InPlace = true
	return reply
}

// The field of the modal in which a line is written.
const (
	lineField  = "line"
	lineLength = 500 // characters; the longest line needs about 200
)

// pressPlan opens a modal in which a line is written, with the one in it that is to be changed; and it takes what was written there.
func (h *host) pressPlan(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Written != nil {
		return h.written(ctx, r)
	}
	g, err := h.service.Plannable(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	w, key, title, text := r.Reader.Words, r.Press.Arg, "plan.add", ""
	if len(r.Values) == 1 {
		line, err := g.Planned(r.Reader.Person, r.Values[0])
		if err != nil {
			return view.Reply{}, err
		}
		key, title, text = r.Values[0], "plan.change-line", view.LineWords(g, line, r.Reader)
	}
	reply := view.Private(w.Say("plan.late"))
	reply.Modal = &discord.Modal{
		ID:    view.Press{Act: view.PressPlan, Game: g.ID, Board: g.BoardKey(), Arg: key}.ID(),
		Title: w.Say(title),
		Fields: []discord.Field{{
			ID: lineField, Label: w.Say("plan.field"), Hint: w.Say("plan.hint"), Text: text, Most: lineLength, Required: key == view.PlanNew,
		}},
	}
	return reply, nil
}

// written adds or changes the line that was written in a modal. One that was emptied is dropped.
func (h *host) written(ctx context.Context, r *Request) (view.Reply, error) {
	key, text := r.Press.Arg, strings.Join(strings.Fields(r.Written[lineField]), " ")
	var g *game.Game
	var err error
	switch {
	case key == view.PlanNew:
		g, err = h.service.Plan(ctx, r.Act(), r.Press.Game, text)
	case text == "":
		g, err = h.service.Unplan(ctx, r.Act(), r.Press.Game, key)
	default:
		g, err = h.service.Replan(ctx, r.Act(), r.Press.Game, key, text)
	}
	if err == nil {
		return replanned(g, r.Reader), nil
	}
	reply, told := h.unplanned(g, r.Reader, err)
	if told != nil {
		var known bool
		if reply, known = h.refusal(r.Reader, told); !known || errors.Is(told, &game.Refusal{Code: game.AlreadyDone}) {
			return view.Reply{}, told
		}
	}
	reply.Text += "\n" + r.Reader.Words.Say("plan.wrote", words.Vars{"Text": strings.ReplaceAll(text, "`", "'")}) // the modal has lost it
	return reply, nil
}

// completeLine offers the moves that the last word typed can still become, on the board to which the words before it lead.
func (h *host) completeLine(ctx context.Context, r *Request) ([]discord.Choice, error) {
	g, err := h.service.Find(ctx, r.Act(), r.Game())
	if err != nil || g.State != game.Active {
		return nil, nil //nolint:nilerr // completions explain nothing
	}
	typed := r.Text("moves")
	before, last := "", typed
	if i := strings.LastIndexAny(typed, " ,"); i >= 0 {
		before, last = strings.TrimRight(typed[:i], " ,"), typed[i+1:]
	}
	pos := g.Position()
	line, err := game.ReadLine(pos, before, r.Reader.Style)
	if err != nil {
		return nil, nil //nolint:nilerr // likewise
	}
	for _, m := range line {
		pos.Make(m)
	}
	if before != "" {
		before += " "
	}
	var choices []discord.Choice
	for _, m := range notation.CompleteAs(&pos, last, r.Reader.Style) {
		if text := before + view.MoveText(&pos, m, r.Reader); len([]rune(text)) <= discord.ChoiceNameLimit {
			choices = append(choices, discord.Choice{Name: text, Value: text})
		}
	}
	return choices, nil
}

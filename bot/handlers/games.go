package handlers

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
)

// gameLists is /games: the person's open games, first those that wait for them; or those of a member, or of the
// channel.
type gameLists struct{ *Host }

func newGamesCommand(h *Host) *Command {
	l := gameLists{h}
	return &Command{
		Name: "games", Private: true,
		Options: []commandOption{
			{Name: "member", Kind: discordgo.ApplicationCommandOptionUser},
			{Name: "here", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run:     l.show,
		Presses: map[view.PressAct]Handler{view.PressGames: inPlace(l.turn)},
	}
}

func (l gameLists) show(ctx context.Context, r *Request) (view.Reply, error) {
	page := gameview.GamesPage{InChannel: r.flag("here")}
	if member := r.user("member"); member != nil && game.Person(member.ID) != r.Viewer.Person {
		if page.InChannel {
			return view.Reply{}, view.NewProblem("games.one-list")
		}
		page.Of = game.Person(member.ID)
	}
	return l.page(ctx, r, page)
}

func (l gameLists) turn(ctx context.Context, r *Request) (view.Reply, error) {
	page, err := gameview.ParseGamesPage(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	return l.page(ctx, r, page)
}

func (l gameLists) page(ctx context.Context, r *Request, page gameview.GamesPage) (view.Reply, error) {
	games, more, err := l.listOf(ctx, r, page)
	if err != nil {
		return view.Reply{}, err
	}
	return gameview.Games(gameview.GameList{GamesPage: page, Games: games, More: more}, r.Viewer), nil
}

// listOf returns all games of the list that a page belongs to; more says that it leaves older ones out.
func (l gameLists) listOf(ctx context.Context, r *Request, page gameview.GamesPage) (games []*game.Game, more bool, err error) {
	switch {
	case page.InChannel:
		return l.Finder.GamesInChannel(ctx, r.Act())
	case page.Of != "":
		games, err = l.Finder.GamesOf(ctx, r.Act(), page.Of)
	default:
		games, err = l.Finder.Games(ctx, r.Viewer.Person)
	}
	return games, false, err
}

// gameOption is the option "game" of many commands. It is rarely needed.
func gameOption() commandOption {
	return commandOption{Name: "game", Kind: discordgo.ApplicationCommandOptionInteger, Complete: true, atLeast: 1}
}

// activeGame returns the running game of their own that the person means.
func (h *Host) activeGame(ctx context.Context, r *Request) (*game.Game, error) {
	g, err := h.Finder.Find(ctx, r.Act(), r.Game())
	if err != nil {
		return nil, err
	}
	switch g.State {
	case game.Active:
		return g, nil
	case game.Offered:
		return nil, &game.Refusal{Code: game.NotStarted, Game: g.ID}
	default:
		return nil, &game.Refusal{Code: game.GameOver, Game: g.ID}
	}
}

// meantGame is like activeGame, for acts that change a game at once: in the thread of another game the person has to
// confirm that they mean their own.
func (h *Host) meantGame(ctx context.Context, r *Request) (*game.Game, error) {
	g, err := h.activeGame(ctx, r)
	if err == nil && r.Game() == 0 {
		err = h.Finder.CheckMeant(ctx, r.Act(), g)
	}
	return g, err
}

// mayMove reports whether p may move or vote now; a team may still refuse them.
func mayMove(g *game.Game, p game.Person) bool {
	if side, plays := g.SeatOf(p); plays || !game.VoteOpen(g) {
		return plays && g.State == game.Active && side == g.Turn()
	}
	return true
}

// completeGame suggests the person's open games.
func (h *Host) completeGame(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := h.Finder.Games(ctx, r.Viewer.Person)
	return gameChoices(games, r), err
}

// completeTurn suggests those of the person's games in which they may move now.
func (h *Host) completeTurn(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := h.Finder.Games(ctx, r.Viewer.Person)
	games = slices.DeleteFunc(games, func(g *game.Game) bool { return g.State != game.Active || !mayMove(g, r.Viewer.Person) })
	return gameChoices(games, r), err
}

// completePlayed suggests the active and finished games of the person, the newest first.
func (h *Host) completePlayed(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := h.Finder.Played(ctx, r.Viewer.Person)
	return gameChoices(games, r), err
}

// gameChoices returns the games whose line contains what the person has typed.
func gameChoices(games []*game.Game, r *Request) []discord.Choice {
	return matching(games, r.typed("game"), func(g *game.Game) (string, any) {
		return gameview.GameLine(g, r.Viewer), int64(g.ID)
	})
}

// boards makes the messages by which a request shows the state of a game.
type boards struct{ *Host }

// board returns the board of g as a new message that both players see, written for the person who asked.
func (b boards) board(g *game.Game, r *Request) view.Reply {
	return gameview.Turn(b.View, g, r.Viewer.Shared(g))
}

// update returns the board of g after an act of the person who asked, written for the one who is to act next.
func (b boards) update(ctx context.Context, g *game.Game, r *Request) view.Reply {
	return b.updateFor(g, b.Viewers.After(ctx, g, r.Viewer), r)
}

func (b boards) updateFor(g *game.Game, viewer view.Viewer, r *Request) view.Reply {
	reply := gameview.Turn(b.View, g, viewer.Shared(g))
	reply.Own = func(drawn bool) view.Reply {
		if !drawn {
			return gameview.TurnInWords(g, r.Viewer.Alone())
		}
		return gameview.Turn(b.View, g, r.Viewer.Alone())
	}
	return reply
}

// played is update after a move. The panel of a person who played it there shows how the game goes on.
func (b boards) played(ctx context.Context, g *game.Game, r *Request) view.Reply {
	public := b.update(ctx, g, r)
	if !r.Ephemeral {
		return public
	}
	reply := gameview.Panel(b.View, g, r.Viewer)
	reply.Pressed, reply.FollowUps = view.Replaced, []view.Reply{public}
	return reply
}

// firstMessage returns the first message of a game: its board, or while it waits for a thread, the message to which the
// thread will be attached.
func (b boards) firstMessage(ctx context.Context, g *game.Game, r *Request) view.Reply {
	if g.AwaitsThread() {
		return gameview.GameStarted(g, b.Viewers.After(ctx, g, r.Viewer), "")
	}
	return b.update(ctx, g, r)
}

// challengeMessage returns the message of a challenge, written for the person who is to answer it.
func (b boards) challengeMessage(ctx context.Context, g *game.Game, r *Request) view.Reply {
	return b.challengeMessageFor(ctx, g, b.Viewers.After(ctx, g, r.Viewer))
}

func (b boards) challengeMessageFor(ctx context.Context, g *game.Game, viewer view.Viewer) view.Reply {
	met, err := b.Players.HeadToHead(ctx, g)
	if err != nil { // the act is done: rather a card with a line less than no answer
		met = nil
	}
	return gameview.Challenge(b.View, g, viewer, met)
}

// below shows a message below the pressed one, which loses its buttons.
func below(shown view.Reply) view.Reply {
	return view.Reply{Pressed: view.ControlsChange, FollowUps: []view.Reply{shown}}
}

// linkIfInOtherChannel adds a private link to the game if it is in another channel than the request, for example
// because that was the thread of another game, or a channel in which the bot is not.
func linkIfInOtherChannel(reply view.Reply, g *game.Game, r *Request) view.Reply {
	switch g.Channel {
	case r.Channel:
	case r.home:
		reply.Own = func(bool) view.Reply { return gameview.InDM(g, r.Viewer.Words) }
	default:
		reply.Own = func(bool) view.Reply {
			return view.Reply{Text: r.Viewer.Say("place.outside", words.Vars{"Channel": view.ChannelMention(g.Channel)})}
		}
	}
	return reply
}

// boardCommand is /board, which shows the board of a game, and the buttons that do the same or flip the board.
type boardCommand struct{ boards }

func newBoardCommand(h *Host) *Command {
	c := boardCommand{boards{h}}
	return &Command{
		Name:     "board",
		Options:  []commandOption{gameOption()},
		Run:      c.show,
		Complete: h.completeGame,
		Presses:  map[view.PressAct]Handler{view.PressBoard: c.show, view.PressFlip: c.flip},
	}
}

// show posts the board publicly if a player asks for it in the game's channel. For anyone else it is ephemeral:
// spectators must not fill the channel, and a board in words serves its reader alone. It pings nobody who has been
// pinged before, however often it is used.
func (c boardCommand) show(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.Finder.FindVisible(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	plays := g.Involves(r.Viewer.Person)
	public := plays && g.Channel == r.Channel && r.Viewer.Layout != view.InWords
	switch {
	case r.Press.Arg == gameview.GridArg:
		return gameview.Grid(g, r.Viewer), nil
	case g.State != game.Active && g.State != game.Finished: // it has not become a game
		reply := c.challengeMessageFor(ctx, g, r.Viewer)
		if !public {
			reply = reply.AsPrivate(plays)
		}
		return again(reply, g), nil
	case public:
		reply := c.board(g, r)
		reply.Shows.As = view.FreshBoard
		return again(reply, g), nil
	}
	return gameview.Turn(c.View, g, r.Viewer.Alone()).AsPrivate(plays), nil
}

// again keeps a message about g from pinging if the channel already has its latest news.
func again(reply view.Reply, g *game.Game) view.Reply {
	if g.Board.Announced >= g.Revision {
		reply.Ping = nil
	}
	return reply
}

// flip flips the board: in the same message for the players, and in an ephemeral copy for spectators.
func (c boardCommand) flip(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.Finder.FindVisible(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	var bottom view.Bottom
	switch r.Press.Arg {
	case "red":
		bottom = view.BottomRed
	case "black":
		bottom = view.BottomBlack
	default:
		return view.Reply{}, r.Press.Foreign(errors.New("a flip to no side"))
	}
	return c.redraw(ctx, g, r, bottom)
}

// redraw shows the board of g again where a button below it was pressed: in the same message for the players, and in an
// ephemeral copy for spectators.
func (b boards) redraw(ctx context.Context, g *game.Game, r *Request, bottom view.Bottom) (view.Reply, error) {
	plays := g.Involves(r.Viewer.Person)
	own := r.Ephemeral || !plays
	viewer := r.Viewer.Alone()
	if !own {
		// Everybody's message stays in the language in which it came.
		viewer = b.Viewers.After(ctx, g, r.Viewer).Shared(g)
	}
	viewer.Bottom = bottom
	reply := gameview.Turn(b.View, g, viewer)
	switch {
	case own:
		reply = reply.AsPrivate(plays)
		reply.Pressed = view.ReplacedIf(r.Ephemeral)
	case g.BoardKey() != r.Press.Board():
		return view.Reply{}, &game.Refusal{Code: game.Outdated, Game: g.ID}
	default:
		reply.Pressed, reply.Shows, reply.Ping = view.Replaced, nil, nil
	}
	return reply, nil
}

package view

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Refusal turns an error into the words that a person gets to read: what is wrong, and what would be right. It answers false
// for errors that tell a person nothing, such as a database that is gone.
//
// An error about a move can only be explained on the board it was meant for: without g it is no matter for people.
func (v *View) Refusal(g *game.Game, r Reader, err error) (Reply, bool) {
	if refused := (*game.Refusal)(nil); errors.As(err, &refused) {
		return refusalReply(refused, r), true
	}
	if g == nil {
		return Reply{}, false
	}
	return v.wrongMove(g, r, err)
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
	game.FlagFell:          "refusal.flag-fell",
	game.Outdated:          "refusal.outdated",
	game.AlreadyDone:       "refusal.already-done",
	game.AlreadyStarted:    "refusal.already-started",
	game.OwnChallenge:      "refusal.own-challenge",
	game.NotYourChallenge:  "refusal.not-your-challenge",
	game.SelfChallenge:     "refusal.self-challenge",
	game.NobodyChallenged:  "refusal.nobody-challenged",
	game.BadLevel:          "refusal.bad-level",
	game.NoOutside:         "refusal.no-outside",
	game.RatedOutside:      "refusal.rated-outside",
	game.AlreadyChallenged: "refusal.already-challenged",
	game.NotRated:          "refusal.not-rated",
	game.TooMuchFollows:    "refusal.too-much-follows",
	game.NotInServer:       "refusal.not-in-server",
	game.NoSeason:          "refusal.no-season",
	game.SeasonRuns:        "refusal.season-runs",
	game.TooManyGames:      "refusal.too-many-games",
	game.AlreadyOffered:    "refusal.already-offered",
	game.AnswerFirst:       "refusal.answer-first",
	game.OfferedTooSoon:    "refusal.offered-too-soon",
	game.NoOffer:           "refusal.no-offer",
	game.TakebackRated:     "refusal.takeback-rated",
	game.OnVacation:        "refusal.on-vacation",
	game.NotOnVacation:     "refusal.not-on-vacation",
	game.NoVacationLeft:    "refusal.no-vacation-left",
	game.VacationTooLate:   "refusal.vacation-too-late",
	game.PlanOnTurn:        "refusal.plan-on-turn",
	game.PlanIncomplete:    "refusal.plan-incomplete",
	game.LineTooLong:       "refusal.line-too-long",
	game.TooManyLines:      "refusal.too-many-lines",
	game.NoSuchLine:        "refusal.no-such-line",
	game.NotResumable:      "refusal.not-resumable",
	game.NotYoursToAsk:     "refusal.not-yours-to-ask",
	game.NothingToTakeBack: "refusal.nothing-to-take-back",
	game.NoSuchRecord:      "refusal.no-such-record",
	game.OnlyInServer:      "refusal.only-in-server",
	game.BadVoteTerms:      "refusal.bad-vote-terms",
	game.NoVoteGame:        "refusal.no-vote-game",
	game.NotAVote:          "refusal.not-a-vote",
	game.NotATeam:          "refusal.not-a-team",
	game.AlreadyJoined:     "refusal.already-joined",
	game.OtherSide:         "refusal.other-side",
	game.WrongRole:         "refusal.wrong-role",
	game.PutToVote:         "refusal.put-to-vote",
	game.VoteClosed:        "refusal.vote-closed",
	game.SameVote:          "refusal.same-vote",
	game.NoVotes:           "refusal.no-votes",
	game.NotCaptain:        "refusal.not-captain",
	game.NoCaptain:         "refusal.no-captain",
	game.VoteToResign:      "refusal.vote-to-resign",
	game.TakebackVoted:     "refusal.takeback-voted",
	game.BadSimul:          "refusal.bad-simul",
	game.OwnSimul:          "refusal.own-simul",
	game.BoardTaken:        "refusal.board-taken",
	game.SimulFull:         "refusal.simul-full",
	game.PlayerGone:        "refusal.player-gone",
	game.NoSimul:           "refusal.no-simul",
	game.TooManyChannels:   "refusal.too-many-channels",
	game.NoLevelLeft:       "refusal.no-level-left",
	game.SelfBlock:         "refusal.self-block",
	game.TooManyBlocked:    "refusal.too-many-blocked",
	game.NoTournament:      "refusal.no-tournament",
	game.BadTournament:     "refusal.bad-tournament",
	game.NotOrganiser:      "refusal.not-organiser",
	game.SignedUp:          "refusal.signed-up",
	game.NotSignedUp:       "refusal.not-signed-up",
	game.SignUpOver:        "refusal.sign-up-over",
	game.TournamentFull:    "refusal.tournament-full",
	game.TooFewPlayers:     "refusal.too-few-players",
	game.TournamentOver:    "refusal.tournament-over",
	game.NotBlocked:        "refusal.not-blocked",
	game.SomebodyNamed:     "refusal.somebody-named",
	game.SeatTaken:         "refusal.seat-taken",
	game.TwoStarts:         "refusal.two-starts",
	game.ColorByHandicap:   "refusal.color-by-handicap",
	game.RatedUneven:       "refusal.rated-uneven",
	game.BotTwoMoves:       "refusal.bot-two-moves",
	game.StartIsOver:       "refusal.start-is-over",
	game.BeginsAtHome:      "refusal.begins-at-home",
	game.ElsewhereOnly:     "refusal.elsewhere-only",
	game.CasualHere:        "refusal.casual-here",
	game.CasualBot:         "refusal.casual-bot",
	game.LevelNotHere:      "refusal.level-not-here",
	game.TooManyHere:       "refusal.too-many-here",
	game.TooSoon:           "refusal.too-soon",
	game.NotWanted:         "refusal.not-wanted",
	game.NotAsked:          "refusal.not-asked",
	game.NotOver:           "refusal.not-over",
}

func refusalReply(refused *game.Refusal, r Reader) Reply {
	var channels []string
	for _, c := range refused.Channels {
		channels = append(channels, "<#"+c+">")
	}
	vars := words.Vars{
		"Game": refused.Game, "Record": int64(refused.Record), "Role": MentionRole(refused.Role),
		"First": engine.LevelMin.String(), "Last": engine.LevelMax.String(),
		"Weakest": refused.Levels[0].String(), "Strongest": refused.Levels[1].String(),
		"Channels": strings.Join(channels, r.Words.Say("list.comma")), "Until": fmt.Sprintf("<t:%d:R>", refused.Until.Unix()),
	}
	reply := Private(r.Words.Count(refusalKeys[refused.Code], refused.Limit, vars))
	switch {
	case refused.Code == game.NoGame && len(refused.Games) > 0:
		reply.Text = r.Words.Count("refusal.only-challenges", len(refused.Games))
		listGames(&reply, refused.Games, r, challengeLine)
	case refused.Code == game.ManyGames:
		listGames(&reply, refused.Games, r, playedLine)
	}
	return reply
}

// maxListed is how many games a refusal offers to choose from: two rows of buttons.
const maxListed = 10

// listGames adds the games that may have been meant, a line and a button each.
func listGames(reply *Reply, games []*game.Game, r Reader, describe func(*game.Game, Reader) string) {
	lines := []string{reply.Text}
	var buttons []discordgo.MessageComponent
	for i, g := range games {
		if i == maxListed {
			lines = append(lines, r.Words.Say("refusal.many-games-more"))
			break
		}
		lines = append(lines, describe(g, r))
		buttons = append(buttons, Button(r.Words.Say("button.game", words.Vars{"Game": g.ID}), discordgo.SecondaryButton,
			Press{Act: PressBoard, Game: g.ID}))
	}
	reply.Text = strings.Join(lines, "\n")
	reply.Rows = Rows(buttons)
}

// playedLine tells who plays a game and whose turn it is.
func playedLine(g *game.Game, r Reader) string {
	return r.Words.Say("refusal.many-games-line", words.Vars{
		"Game": g.ID, "Red": seatText(g, board.Red, r.Words), "Black": seatText(g, board.Black, r.Words), "Turn": TurnText(r.Words, g.Turn()),
	})
}

// challengeLine tells whose answer a challenge waits for, and in which channel.
func challengeLine(g *game.Game, r Reader) string {
	key, place := "refusal.challenge-theirs", ""
	switch {
	case g.WaitsFor(r.Person):
		key = "refusal.challenge-yours"
	case g.Anyone:
		key = "refusal.challenge-anyones"
	}
	if g.Guild != "" {
		place = " · <#" + g.Channel + ">"
	}
	return r.Words.Say(key, words.Vars{
		"Game": g.ID, "Challenger": Mention(g.Challenger), "Opponent": Mention(g.Opponent.Person), "Place": place,
	})
}

package view

import (
	"errors"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/words"
)

// Problem is an error that tells a person what is wrong with what they typed or chose, and what would be right. What
// the rules of a game forbid is a [game.Refusal].
type Problem struct {
	say func(Viewer) string
}

func (*Problem) Error() string { return "view: a request that its options do not allow" }

func problem(say func(words.Words) string) error {
	return &Problem{func(r Viewer) string { return say(r.Words) }}
}

// ProblemOtherBot is a challenge to another bot.
func ProblemOtherBot() error {
	return problem(func(w words.Words) string { return w.Say("challenge.otherbot") })
}

// ProblemMemberLeft is a challenge to a person who has left the server.
func ProblemMemberLeft(p game.Person) error {
	return problem(func(w words.Words) string { return w.Say("challenge.left", words.Vars{"Person": Mention(p)}) })
}

// ProblemNobodyHere is the choice of a friend where there are no members to choose from.
func ProblemNobodyHere() error {
	return problem(func(w words.Words) string { return w.Say("friend.nobody-here") })
}

// ProblemTeamsAlone is an opponent, or a strength, for two teams that play each other.
func ProblemTeamsAlone() error {
	return problem(func(w words.Words) string { return w.Say("vote.teams-alone") })
}

// ProblemTeamRoles is a role for the Red or the Black team of a game that has one team.
func ProblemTeamRoles() error {
	return problem(func(w words.Words) string { return w.Say("vote.team-roles") })
}

// ProblemRateLimited is a request beyond the limit of the person or of their server. Requests are accepted again at
// until.
func ProblemRateLimited(server bool, until time.Time) error {
	vars := words.Vars{"Until": RelativeTime(until)}
	return problem(func(w words.Words) string {
		if server {
			return w.Say("error.too-much-here", vars)
		}
		return w.Say("error.too-much", vars)
	})
}

// ProblemTime is a time control that cannot be read, for which err is the error of [game.ParseTimeControl].
func ProblemTime(text string, err error) error { return problemTime("challenge.no-time", text, err) }

// problemTime says that a time is out of range, or else with the phrase that it cannot be read.
func problemTime(unread, text string, err error) error {
	vars := words.Vars{"Text": Quoted(text)}
	if errors.Is(err, game.ErrTimeRange) {
		unread = "challenge.time-range"
		const day = 24 * time.Hour
		vars["PerMove"], vars["Bank"], vars["BankIncrement"] = int(game.MaxPerMove/day), int(game.MaxBank/day), int(game.MaxBankInc/day)
		vars["Minutes"], vars["Seconds"] = int(game.MaxLiveBase/time.Minute), int(game.MaxLiveInc/time.Second)
	}
	return problem(func(w words.Words) string { return w.Say(unread, vars) })
}

// ProblemRatedUntimed is a rated game without a clock.
func ProblemRatedUntimed() error {
	return problem(func(w words.Words) string { return w.Say("challenge.rated-untimed") })
}

// ProblemStrengthAlone is a strength for a game in which the bot takes no part.
func ProblemStrengthAlone() error {
	return problem(func(w words.Words) string { return w.Say("challenge.strength-alone") })
}

// ProblemTwoPartners is a partner that is to answer questions and something else.
func ProblemTwoPartners() error {
	return problem(func(w words.Words) string { return w.Say("partner.either") })
}

// ProblemBlockBot is the attempt to block a bot.
func ProblemBlockBot() error {
	return problem(func(w words.Words) string { return w.Say("block.bot") })
}

// ProblemOneList is a list of games both of a member and of a channel.
func ProblemOneList() error {
	return problem(func(w words.Words) string { return w.Say("games.one-list") })
}

// ProblemEraseOther is a press on the button that deletes another person's data.
func ProblemEraseOther() error {
	return problem(func(w words.Words) string { return w.Say("privacy.not-yours") })
}

// ProblemGameOrRecord is a command that names both a game and a record.
func ProblemGameOrRecord() error {
	return problem(func(w words.Words) string { return w.Say("record.game-or-record") })
}

// ProblemNoRecord is an import without a record.
func ProblemNoRecord() error {
	return problem(func(w words.Words) string { return w.Say("record.nothing-given") })
}

// ProblemEmptyMessage is an import from a message without text and files.
func ProblemEmptyMessage() error {
	return problem(func(w words.Words) string { return w.Say("record.nothing-there") })
}

// ProblemTwoRecords is an import both of a text and of a file.
func ProblemTwoRecords() error {
	return problem(func(w words.Words) string { return w.Say("record.both-given") })
}

// ProblemFileKind is a file that cannot hold a record, such as a picture.
func ProblemFileKind(name string) error {
	return problem(func(w words.Words) string { return w.Say("record.wrong-type", words.Vars{"File": Quoted(name)}) })
}

// ProblemFileSize is a file that is too large.
func ProblemFileSize() error {
	return problem(func(w words.Words) string { return w.Say("record.too-large", limitVars()) })
}

// ProblemFileGone is a file that could not be fetched from Discord: the person has to attach it again.
func ProblemFileGone(name string) error {
	return problem(func(w words.Words) string { return w.Say("record.not-fetched", words.Vars{"File": Quoted(name)}) })
}

// ProblemFilesWait is a file that could not be fetched in time because too many others were waiting.
func ProblemFilesWait() error {
	return problem(func(w words.Words) string { return w.Say("record.files-wait") })
}

// ProblemTournamentManager is the attempt to open a tournament without the permission Manage Server.
func ProblemTournamentManager() error {
	return problem(func(w words.Words) string { return w.Say("tournament.refused") })
}

// ProblemTournamentUntimed is a tournament whose games are to have no clock.
func ProblemTournamentUntimed() error {
	return problem(func(w words.Words) string { return w.Say("tournament.untimed") })
}

// ProblemReminders are times for reminders that cannot be read, or more than there may be.
func ProblemReminders(text string, most int) error {
	return problem(func(w words.Words) string {
		return w.Count("reminders.bad-when", most, words.Vars{"Text": Quoted(text)})
	})
}

// ProblemHours are quiet hours that cannot be read, or that leave no hour for a reminder.
func ProblemHours(text string, err error) error {
	phrase := "reminders.bad-quiet"
	if errors.Is(err, member.ErrAllDay) {
		phrase = "reminders.all-day"
	}
	return problem(func(w words.Words) string { return w.Say(phrase, words.Vars{"Text": Quoted(text)}) })
}

// ProblemZone is a time zone that does not exist.
func ProblemZone(text string) error {
	return problem(func(w words.Words) string { return w.Say("settings.no-zone", words.Vars{"Text": Quoted(text)}) })
}

// ProblemServerManager is the attempt to change a server's settings without the permission Manage Server.
func ProblemServerManager() error {
	return problem(func(w words.Words) string { return w.Say("server.refused") })
}

// ProblemServerTime is a clock of rated games that cannot be read, for which err is as for [ProblemTime], or is none.
func ProblemServerTime(text string, err error) error { return problemTime("server.no-time", text, err) }

// ProblemProfileBot is a profile of a bot.
func ProblemProfileBot() error {
	return problem(func(w words.Words) string { return w.Say("profile.bot") })
}

// ProblemVersusOneself is a comparison of a person with themselves.
func ProblemVersusOneself() error {
	return problem(func(w words.Words) string { return w.Say("profile.oneself") })
}

// ProblemRatingUndo is an attempt to undo results that names neither a game nor two members, or both.
func ProblemRatingUndo() error {
	return problem(func(w words.Words) string { return w.Say("rating.undo-what") })
}

// ProblemRatingManager is the use of what is for managers of ratings without the permission Manage Server.
func ProblemRatingManager() error {
	return problem(func(w words.Words) string { return w.Say("rating.undo-refused") })
}

// ProblemSeasonManager is the attempt to start or close a season without the permission Manage Server.
func ProblemSeasonManager() error {
	return problem(func(w words.Words) string { return w.Say("season.refused") })
}

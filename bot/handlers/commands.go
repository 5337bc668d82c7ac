// Package handlers is what the bot does when people ask: the commands, and the buttons and menus of their messages. A
// [Command] says what Discord offers and what carries it out; a [Request] is what a person did, decoded; the answer is a
// [view.Reply]. [Host] holds what all of them use. Package bot receives requests and sends the answers.
//
// A new command is a file with a constructor, and a line in [Commands].
package handlers

import (
	"slices"
)

// Commands returns every command, also those that are only written, in the order of /help, which describes the others
// and comes last.
func Commands(h *Host) []*Command {
	list := []*Command{
		// Begin and play games.
		newBoardCommand(h), newChallengeCommand(h), newChallengeMemberCommand(h), newConditionalCommand(h),
		newDrawCommand(h), newGamesCommand(h), newHintCommand(h), newMoveCommand(h), newPartnerCommand(h),
		newPlayCommand(h), newResignCommand(h), newSimulCommand(h), newTakebackCommand(h), newVoteCommand(h),
		newVoteMoveCommand(h),
		// Records, lessons, puzzles.
		newAnalyzeCommand(h), newAnalyzePositionCommand(h), newImportGameCommand(h), newLearnCommand(h),
		newPuzzleCommand(h), newRecordCommand(h), newReviewCommand(h),
		// People, their ratings, settings and tournaments.
		newLeaderboardCommand(h), newManageCommand(h), newProfileCommand(h), newSettingsCommand(h),
		newShowProfileCommand(h), newTournamentCommand(h),
	}
	return append(list, helps{Offered(list), lessonsOf(h), h.Version}.command())
}

// Offered returns those of the commands that Discord offers.
func Offered(all []*Command) []*Command {
	return slices.DeleteFunc(slices.Clone(all), func(c *Command) bool { return c.written })
}

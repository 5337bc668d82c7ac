package bot

import (
	"slices"
)

// commands returns every command, also those that are only written, in the order of /help, which describes the others
// and comes last.
func commands(h *host) []*Command {
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
	return append(list, helps{offered(list), lessonsOf(h), h.version}.command())
}

// offered returns those of the commands that Discord offers.
func offered(all []*Command) []*Command {
	return slices.DeleteFunc(slices.Clone(all), func(c *Command) bool { return c.written })
}

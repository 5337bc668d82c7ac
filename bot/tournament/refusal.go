package tournament

import (
	"fmt"

	"xiangqibot/bot/game"
)

// The codes of refusals about tournaments.
const (
	NoTournament   game.Code = "no-tournament"   // there is no such tournament in the server
	BadTournament  game.Code = "bad-tournament"  // a number of rounds or places out of range, or no clock
	NotOrganizer   game.Code = "not-organiser"   // reserved for the organizer and those who may manage the server
	SignedUp       game.Code = "signed-up"       // the person plays in the tournament already, or has withdrawn from it
	NotSignedUp    game.Code = "not-signed-up"   // the person does not play in the tournament
	SignUpOver     game.Code = "sign-up-over"    // the tournament has started
	TournamentFull game.Code = "tournament-full" // all Limit places are taken
	TooFewPlayers  game.Code = "too-few-players" // a tournament needs Limit players
	TournamentOver game.Code = "tournament-over" // it is decided or was called off
)

// refuse returns a refusal about the tournament.
func (t *Tournament) refuse(code game.Code, limit int) error {
	return fmt.Errorf("tournament %d: %w", t.ID, &game.Refusal{Code: code, Limit: limit})
}

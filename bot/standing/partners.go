package standing

import (
	"context"
	"time"

	"xiangqibot/bot/game"
)

// PartnerEntry is an entry of the leaderboard of people who play with the engine as their partner. Such games are not
// rated, so it is ordered by points.
type PartnerEntry struct {
	Person game.Person
	Tally
	Established bool // their rating is not provisional
}

// Points is one point for each win and half a point for each draw.
func (l PartnerEntry) Points() float64 { return float64(l.Wins) + float64(l.Draws)/2 }

// Partners lists the people who have won the most points with a partner on a server in a window. Games in direct
// messages are private.
func (s *Leaderboards) Partners(ctx context.Context, guild string, w Window) ([]PartnerEntry, error) {
	if guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	since := time.Time{}
	switch now := s.now(); w {
	case ThisWeek:
		since = startOfWeek(now)
	case ThisMonth:
		since = startOfMonth(now)
	case ThisSeason:
		season, err := s.currentSeason(ctx, guild)
		if err != nil {
			return nil, err
		}
		since = season.Started
	case AllTime:
	}
	return s.store.PartnerEntries(ctx, guild, since, PageEntries)
}

package standing

import (
	"context"
	"time"

	"xiangqibot/bot/game"
)

// PartnerEntry is an entry of the leaderboard of people who play with the engine as their partner. Such games are not
// rated, so it is ordered by points.
type PartnerEntry struct {
	Person              game.Person
	Wins, Draws, Losses int
	Established         bool // their rating is not provisional
}

// Points is one point for each win and half a point for each draw.
func (l PartnerEntry) Points() float64 { return float64(l.Wins) + float64(l.Draws)/2 }

// Games is the number of games played.
func (l PartnerEntry) Games() int { return l.Wins + l.Draws + l.Losses }

// PartnerStore counts games played with a partner. Package store implements it on a database.
type PartnerStore interface {
	// PartnerEntries lists the people who have won the most points with a partner on a guild since a time, the
	// best first, established players before provisional ones.
	PartnerEntries(ctx context.Context, guild string, since time.Time, limit int) ([]PartnerEntry, error)
}

// Partners is the leaderboard of people who play with a partner.
type Partners struct {
	store  PartnerStore
	boards *Leaderboards
}

// NewPartners returns the leaderboard for a store. The other leaderboards provide the seasons.
func NewPartners(store PartnerStore, boards *Leaderboards) *Partners { return &Partners{store, boards} }

// Best lists the people who have won the most points on a server in a window. Games in direct messages are private.
// Refusals: NotInServer, [NoSeason].
func (s *Partners) Best(ctx context.Context, guild string, w Window) ([]PartnerEntry, error) {
	if guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	now, since := s.boards.now(), time.Time{}
	switch w {
	case ThisWeek:
		since = startOfWeek(now)
	case ThisMonth:
		since = startOfMonth(now)
	case ThisSeason:
		season, err := s.boards.Season(ctx, guild, 0)
		if err == nil && !season.Closed.IsZero() {
			err = &game.Refusal{Code: NoSeason}
		}
		if err != nil {
			return nil, err
		}
		since = season.Started
	case AllTime:
	}
	return s.store.PartnerEntries(ctx, guild, since, PageEntries)
}

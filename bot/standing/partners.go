package standing

import (
	"context"
	"time"

	"xiangqibot/bot/game"
)

// PartnerLine is a line of the leaderboard of those who play with the engine as their partner. Such games move no rating,
// so points are the order.
type PartnerLine struct {
	Person              game.Person
	Wins, Draws, Losses int
}

// Points are a point for each win and half a one for each draw.
func (l PartnerLine) Points() float64 { return float64(l.Wins) + float64(l.Draws)/2 }

// Games is how many they have played.
func (l PartnerLine) Games() int { return l.Wins + l.Draws + l.Losses }

// PartnerStore counts games with partners. Package store implements it on a database.
type PartnerStore interface {
	// PartnerLines lists those who have won most points with a partner on a guild since a time, the best first.
	PartnerLines(ctx context.Context, guild string, since time.Time, limit int) ([]PartnerLine, error)
}

// Partners is the leaderboard of those who play with a partner.
type Partners struct {
	store  PartnerStore
	boards *Boards
}

// NewPartners joins a store and the other leaderboards, which know the seasons.
func NewPartners(store PartnerStore, boards *Boards) *Partners { return &Partners{store, boards} }

// Best lists those who have won most points on a server, in a window. What people play in direct messages is nobody
// else's to see. Refusals: NotInServer, NoSeason.
func (s *Partners) Best(ctx context.Context, guild string, w Window) ([]PartnerLine, error) {
	if guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	now, since := s.boards.now(), time.Time{}
	switch w {
	case ThisWeek:
		since = monday(now)
	case ThisMonth:
		since = firstOfMonth(now)
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
	return s.store.PartnerLines(ctx, guild, since, PageLines)
}

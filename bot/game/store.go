package game

import (
	"context"
	"time"
)

// Store keeps games. Package store implements it on a database.
//
// All errors about the person's request are *Refusal; any other error means that the database failed and nothing was saved.
type Store interface {
	// Create makes a new game: it lends fn a blank one that has its ID, and saves what fn leaves together with the jobs it owes.
	// What fn reserves is saved with it, see Game.Reserve. The claim is as in Update, but for an error of fn, which saves nothing: what makes no game today makes none tomorrow.
	Create(ctx context.Context, claim string, fn func(*Game) error) (*Game, error)

	// Update lends the game to fn and keeps what fn leaves behind: the game, its moves, the ratings and names in Players and the
	// jobs it owes are saved together or not at all. Where fn takes a game that was Settled out of the ratings, all that followed it is
	// counted anew, in the same transaction. An error of fn saves nothing and is returned as it is.
	// Inside fn only pure code runs; two Updates of one game never overlap.
	//
	// A claim that is not empty is saved with the rest; where it was claimed before, fn is not called and the error is
	// Refusal AlreadyDone. It is saved, alone, when fn returns an error too: an interaction is answered once, be it with a no.
	Update(ctx context.Context, claim string, id ID, fn func(*Game) error) (*Game, error)

	// UpdateOf lends the account of a person in a server (guild "": direct messages), with all games that are open there, and keeps what
	// fn leaves of Settings, Vacation and the games, together with the jobs that all of them owe, or nothing. The claim and errors are as
	// in Update.
	UpdateOf(ctx context.Context, claim string, p Person, guild string, fn func(*Account) error) (*Account, error)

	// Vacation reads a person's vacation in a server; the zero Vacation if he never took one.
	Vacation(ctx context.Context, p Person, guild string) (Vacation, error)

	// Game reads one game; Refusal NoSuchGame if there is none.
	Game(ctx context.Context, id ID) (*Game, error)

	// Games reads the games that fit the query, the newest game first.
	Games(ctx context.Context, q Query) ([]*Game, error)

	// Leaderboard lists people in the order of a board.
	Leaderboard(ctx context.Context, q BoardQuery) ([]BoardLine, error)

	// Place tells where on a board a person stands, and whether he stands there.
	Place(ctx context.Context, q BoardQuery, p Person) (BoardLine, bool, error)

	// Player tells what is known of p; of an unknown person, nothing but who he is.
	Player(ctx context.Context, p Person) (Player, error)

	// Results lists a person's results, the latest first.
	Results(ctx context.Context, q ResultQuery) ([]Result, error)

	// FirstVoteGame is the first finished vote game in which p was of a team, as the achievement that it is; Game 0: none.
	FirstVoteGame(ctx context.Context, p Person) (Achievement, error)

	// StartSeason begins a season and gives it its number. Refusal SeasonRuns while another is played there. The claim is as in Update,
	// but a refusal does not keep it.
	StartSeason(ctx context.Context, claim string, s Season) (Season, error)

	// CloseSeason ends the season of a guild and keeps its table for ever. Refusal NoSeason if none is played. The claim is as in StartSeason.
	CloseSeason(ctx context.Context, claim, guild string, at time.Time) (Season, error)

	// Season finds a season of a guild, with number 0 the latest; Refusal NoSeason if there is none.
	Season(ctx context.Context, guild string, number int) (Season, error)

	// FinalTable lists the first lines of the table that a closed season left.
	FinalTable(ctx context.Context, guild string, number, limit int) ([]BoardLine, error)

	// CreateTournament makes a new tournament: it lends fn a blank one that has its ID, and saves what fn leaves together with the jobs it owes.
	// The claim is as in Create.
	CreateTournament(ctx context.Context, claim string, fn func(*Tournament) error) (*Tournament, error)

	// UpdateTournament lends the tournament to fn and keeps what fn leaves behind, with the jobs it owes and the names of those who signed up.
	// Refusal NoTournament if there is none. The claim and errors are as in Update.
	UpdateTournament(ctx context.Context, claim string, id TournamentID, fn func(*Tournament) error) (*Tournament, error)

	// Tournament reads one tournament; Refusal NoTournament if there is none.
	Tournament(ctx context.Context, id TournamentID) (*Tournament, error)

	// Tournaments lists the latest tournaments of a guild, the newest first, at most MaxTournaments.
	Tournaments(ctx context.Context, guild string) ([]*Tournament, error)

	// Begin reads the game of a fixture. Only if there is none it makes one, as Create does.
	Begin(ctx context.Context, f Fixture, fn func(*Game) error) (*Game, error)

	// Mark marks a key for ever. Marking it again changes nothing.
	Mark(ctx context.Context, key string) error

	// Marked tells whether a key was marked.
	Marked(ctx context.Context, key string) (bool, error)

	// Settings reads what p chose; the zero Settings if nothing.
	Settings(ctx context.Context, p Person) (Settings, error)

	// UpdateSettings lends fn what p chose, keeps what fn leaves and returns it. The claim is as in Update.
	UpdateSettings(ctx context.Context, claim string, p Person, fn func(*Settings) error) (Settings, error)

	// Server reads what is chosen for a Discord server; the zero Server if nothing.
	Server(ctx context.Context, guild string) (Server, error)

	// UpdateServer lends fn what is chosen for a Discord server, keeps what fn leaves and returns it. The claim is as in Update.
	UpdateServer(ctx context.Context, claim, guild string, fn func(*Server) error) (Server, error)

	// Kept reads all that is kept of a person.
	Kept(ctx context.Context, p Person) (Kept, error)

	// Erase takes a person out of everything that is kept, in one transaction. First it lends leave each of his open games, the oldest
	// first, and saves them as Update does, with the jobs that they owe; then Deleted takes his place in all games, and all else about him
	// goes. Jobs about nobody but him go too. An error of leave saves nothing. Of a person of whom nothing is kept it takes nothing.
	// The claim is as in Create.
	Erase(ctx context.Context, claim string, p Person, leave func(*Game) error) error

	// SaveRecord keeps a new imported record and tells the ID that it gets. Of the records of its owner the latest are
	// kept for which there is room: the others go in the same transaction. The claim is as in Update.
	SaveRecord(ctx context.Context, claim string, r SavedRecord, room RecordRoom) (RecordID, error)

	// Record reads one imported record; Refusal NoSuchRecord if there is none.
	Record(ctx context.Context, id RecordID) (SavedRecord, error)

	// Records lists the records of a person, the newest first, without their files.
	Records(ctx context.Context, owner Person) ([]SavedRecord, error)
}

// Query asks for games. Exactly one of Person, Channel and Home is given.
type Query struct {
	Person  Person  // games of this person, a challenge to him or by him included
	Channel string  // games played in this channel
	Home    string  // games played in a thread of their own that belongs to this channel
	Simul   SimulID // games of this display
	Open    bool    // only offered and active ones
	Own     bool    // with Person and Open: without challenges that others made and nobody has answered
	Limit   int     // at most so many; 0 means 100
}

// Player is a person as the lists show him.
type Player struct {
	Person Person
	Name   string // display name when last seen; may be empty
	Locale string // language of his client when last seen, as Discord names it; may be empty

	Live           Standing // in games by minutes and seconds
	Correspondence Standing // in games by days
}

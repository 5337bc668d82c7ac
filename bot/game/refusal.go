package game

import (
	"fmt"
	"time"

	"xiangqibot/engine"
)

// Code is the reason why an act was refused. Package words has a phrase for each in every language: refusal.CODE.
type Code string

// Error returns the code.
func (c Code) Error() string { return string(c) }

// The codes, with the reason for each. What an act refuses is seen in its code, and is not listed in its comment. The
// codes do not cover illegal moves: for those see the errors of package notation.
const (
	NoSuchGame        Code = "no-such-game"         // the id names no game
	NoGame            Code = "no-game"              // the person plays no game: Games lists their waiting challenges
	ManyGames         Code = "many-games"           // they play several and none was named: Games lists them
	OtherThread       Code = "other-thread"         // the thread belongs to another game: Games has the one found
	NotYourGame       Code = "not-your-game"        // they do not play this game, or the challenge is to somebody else
	NotYourTurn       Code = "not-your-turn"        // the other side is to move
	NoTurn            Code = "no-turn"              // it is the actor's turn in none of their Limit games
	NotStarted        Code = "not-started"          // the challenge has not been accepted yet
	GameOver          Code = "game-over"            // the game, or the challenge, has ended
	FlagFell          Code = "flag-fell"            // the time of the side to move was over: Game has ended on time
	Outdated          Code = "outdated"             // a button of an outdated board
	AlreadyDone       Code = "already-done"         // this interaction has been processed before: do not answer
	AlreadyStarted    Code = "already-started"      // the challenge has already been accepted
	OwnChallenge      Code = "own-challenge"        // one cannot accept or decline one's own challenge
	NotYourChallenge  Code = "not-your-challenge"   // only the challenger may cancel
	SelfChallenge     Code = "self-challenge"       // one cannot challenge oneself
	NobodyChallenged  Code = "nobody-challenged"    // the challenge names neither a person nor the bot
	BadLevel          Code = "bad-level"            // the bot has no such strength
	NoOutside         Code = "no-outside"           // no outside engine can be challenged here
	RatedOutside      Code = "rated-outside"        // games against an outside engine are casual
	AlreadyChallenged Code = "already-challenged"   // a challenge to the same person is unanswered: Games has it
	TooManyGames      Code = "too-many-games"       // the person has Limit open games already
	TooManyWithBot    Code = "too-many-with-bot"    // the person has Limit open games against the bot in this server already
	TooManyRated      Code = "too-many-rated"       // the two have had Limit rated games with each other within a day
	TooManyChannels   Code = "too-many-channels"    // a server can choose at most Limit channels
	TooManyRanks      Code = "too-many-ranks"       // a server can give at most Limit roles
	NoLevelLeft       Code = "no-level-left"        // the weakest strength that a server allows is above the strongest
	OpponentNamed     Code = "somebody-named"       // an open seat is for anybody, but an opponent was named
	SeatTaken         Code = "seat-taken"           // somebody else took the open seat first
	TwoStarts         Code = "two-starts"           // a handicap and a start position: only one is possible
	ColorByHandicap   Code = "color-by-handicap"    // the handicap decides the colors
	RatedUneven       Code = "rated-uneven"         // games with a handicap or a custom start position are never rated
	BotTwoMoves       Code = "bot-two-moves"        // the bot does not receive the handicap TwoMoves
	StartIsOver       Code = "start-is-over"        // the start position is already decided
	BeginsAtHome      Code = "begins-at-home"       // TwoMoves: neither may cross the river, nor the first give check
	OtherChannelsOnly Code = "elsewhere-only"       // in this server games begin only in Channels
	CasualServer      Code = "casual-here"          // no rated games in this server
	CasualBot         Code = "casual-bot"           // games against the bot are not rated in this server
	LevelNotInServer  Code = "level-not-here"       // in this server the bot plays from Levels[0] to Levels[1]
	TooManyInServer   Code = "too-many-here"        // the person has Limit open games in this server already
	TooSoon           Code = "too-soon"             // they began a game or challenged somebody just now: not before Until
	NotWanted         Code = "not-wanted"           // the other accepts no challenges, or none from this person
	NotOptedIn        Code = "not-asked"            // the server requires people to opt in, and the other has not
	NotOver           Code = "not-over"             // a rematch of a game in progress
	RematchRuns       Code = "rematch-runs"         // the rematch of Game is in progress: Games has it
	AlreadyOffered    Code = "already-offered"      // their own offer or request is unanswered
	AnswerFirst       Code = "answer-first"         // the other's request to take back is unanswered
	OfferedTooSoon    Code = "offered-too-soon"     // a draw was just declined: move first
	NoOffer           Code = "no-offer"             // there is nothing to accept or decline
	TakebackRated     Code = "takeback-rated"       // no takebacks in rated games
	VacationTooLate   Code = "vacation-too-late"    // less than an hour is left on a clock that would stop: Game
	PlanOnTurn        Code = "plan-on-turn"         // it is their move: they play instead of planning
	PlanIncomplete    Code = "plan-incomplete"      // a planned line must end with a move of their own
	LineTooLong       Code = "line-too-long"        // a planned line has more than Limit moves
	TooManyLines      Code = "too-many-lines"       // they have planned Limit lines already
	NoSuchLine        Code = "no-such-line"         // the line to remove is no longer planned
	NotResumable      Code = "not-resumable"        // the game was not lost on time, or more than a day ago
	NotYoursToAsk     Code = "not-yours-to-ask"     // only the loser can ask to play on
	NothingToTakeBack Code = "nothing-to-take-back" // they have not moved yet
	HintPeople        Code = "hint-people"          // there are no hints in games between people
	HintRated         Code = "hint-rated"           // there are no hints in rated games
	CoachTooStrong    Code = "coach-too-strong"     // only levels up to Refusal.Limit warn their opponents
	HintsSpent        Code = "hints-spent"          // the person has had all Limit hints of the game
	HintPartner       Code = "hint-partner"         // there are no hints in games with a partner, who can be asked
	RatedPartner      Code = "rated-partner"        // games with a partner are casual
	BadPartner        Code = "bad-partner"          // no such partner, or too many questions
	WithoutPartner    Code = "no-partner-here"      // this game has no partner
	PartnerAnswers    Code = "partner-answers"      // their partner does not move, but answers questions
	PartnerNames      Code = "partner-names"        // their partner only names the piece
	BudgetSpent       Code = "asks-spent"           // the question costs more than the person has left: Limit
	PieceFirst        Code = "piece-first"          // their partner must name the piece before they move
	OtherPiece        Code = "other-piece"          // their partner has named another kind of piece
	NamePiece         Code = "name-piece"           // they must name a kind of piece, and their partner moves it
	StuckPiece        Code = "stuck-piece"          // no piece of that kind can move
	PositionInPlay    Code = "position-playing"     // it is like the position of Game, which they are playing
	ReplyHelps        Code = "reply-helps"          // after the move it would be like the position of Game, which they are playing
	PlanPartner       Code = "plan-partner"         // no conditional moves with that partner

	OnlyInServer  Code = "only-in-server" // a vote or a display needs a server, not direct messages
	BadVoteTerms  Code = "bad-vote-terms" // a window or a quorum out of range
	NoVoteGame    Code = "no-vote-game"   // no vote game is in progress in the channel
	NotAVote      Code = "not-a-vote"     // the game is not a vote game
	NotATeam      Code = "not-a-team"     // that side of the vote game is one player
	AlreadyJoined Code = "already-joined" // they are already on that side
	OtherSide     Code = "other-side"     // they play for the other side
	WrongRole     Code = "wrong-role"     // the side is for members with Role
	PutToVote     Code = "put-to-vote"    // the move is put to a vote
	VoteClosed    Code = "vote-closed"    // the votes are being counted
	SameVote      Code = "same-vote"      // they have already voted for that
	NoVotes       Code = "no-votes"       // there are no votes for a legal move
	NotCaptain    Code = "not-captain"    // the side's captain decides that
	NoCaptain     Code = "no-captain"     // only a captain may do that, and the side has none
	VoteToResign  Code = "vote-to-resign" // a side without a captain resigns by a vote
	TakebackVoted Code = "takeback-voted" // no takebacks in vote games

	BadSimul     Code = "bad-simul"      // invalid number of boards: Limit is the maximum
	OwnSimul     Code = "own-simul"      // the host cannot take a board of their own display
	BoardTaken   Code = "board-taken"    // the person already has a board of the display: Game
	SimulFull    Code = "simul-full"     // all Limit boards are taken
	PlayerGone   Code = "player-gone"    // the other player has had their data deleted
	NoSuchSimul  Code = "no-such-simul"  // no display has this ID; it may have been deleted
	NotYourSimul Code = "not-your-simul" // only the host may do that
	SimulClosed  Code = "simul-shut"     // the host has closed it
	NoSimul      Code = "no-simul"       // the person plays in no display
	NotInServer  Code = "not-in-server"  // not possible in direct messages
)

// Refusal is the error of an act that is not allowed. Nothing was changed.
type Refusal struct {
	Code   Code
	Game   ID        // the game concerned, if any
	Games  []*Game   // ManyGames and others: the games meant; NoGame: unanswered challenges, first those to the person
	Hidden bool      // there are more Games that may not be shown where the answer is read
	Until  time.Time // TooSoon: the earliest time

	Channels []string        // OtherChannelsOnly: the channels
	Levels   [2]engine.Level // LevelNotInServer: the weakest and the strongest
	Limit    int             // TooManyGames, TooManyInServer, TooManyRated, TooManyBlocked …: the maximum
	Role     string          // WrongRole: the id of the role
}

func (r *Refusal) Error() string {
	if r.Game != 0 {
		return fmt.Sprintf("game %d: refused: %s", r.Game, r.Code)
	}
	return fmt.Sprintf("refused: %s", r.Code)
}

// Unwrap returns the code, so that errors.Is(err, [NotYourTurn]) reports whether an act was refused for that reason.
func (r *Refusal) Unwrap() error { return r.Code }

// Refuse returns the refusal of an act in the game.
func (g *Game) Refuse(code Code) error { return &Refusal{Code: code, Game: g.ID} }

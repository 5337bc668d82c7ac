package game

import (
	"fmt"
	"time"

	"xiangqibot/engine"
)

// Code says why an act was refused. Package words has a phrase for each in every language: refusal.CODE.
type Code string

// The codes. They name rules of conduct; what is wrong with a move itself is told by the errors of package notation.
const (
	NoSuchGame        Code = "no-such-game"         // the id names no game
	NoGame            Code = "no-game"              // the person plays no game: Games lists their waiting challenges
	ManyGames         Code = "many-games"           // they play several and none was named: Games lists them
	OtherThread       Code = "other-thread"         // the thread is that of another game: Games has the one found
	NotYourGame       Code = "not-your-game"        // they do not play this game, or the challenge is to somebody else
	NotYourTurn       Code = "not-your-turn"        // the other side is to move
	NoTurn            Code = "no-turn"              // of several games, Limit is how many, it is the actor's turn in none
	NotStarted        Code = "not-started"          // the challenge has not been accepted yet
	GameOver          Code = "game-over"            // the game, or the challenge, has come to its end
	FlagFell          Code = "flag-fell"            // the time of the side to move was over before: Game has ended by that
	Outdated          Code = "outdated"             // a button of a board that is no longer the present one
	AlreadyDone       Code = "already-done"         // this very interaction has acted before: say nothing
	AlreadyStarted    Code = "already-started"      // the challenge was accepted before
	OwnChallenge      Code = "own-challenge"        // one cannot accept or decline one's own challenge
	NotYourChallenge  Code = "not-your-challenge"   // only the challenger may cancel
	SelfChallenge     Code = "self-challenge"       // one cannot challenge oneself
	NobodyChallenged  Code = "nobody-challenged"    // the challenge names neither a person nor the bot
	BadLevel          Code = "bad-level"            // the bot has no such strength
	NoOutside         Code = "no-outside"           // no outside engine can be challenged here
	RatedOutside      Code = "rated-outside"        // games against an outside engine are casual
	AlreadyChallenged Code = "already-challenged"   // a challenge to the same person still waits for its answer: Games has it
	TooManyGames      Code = "too-many-games"       // the person has Limit open games already
	TooManyChannels   Code = "too-many-channels"    // a server can choose at most Limit channels
	NoLevelLeft       Code = "no-level-left"        // the weakest strength that a server allows is above the strongest
	OpponentNamed     Code = "somebody-named"       // an open seat is for anybody, and somebody was named
	SeatTaken         Code = "seat-taken"           // somebody was quicker to take the open seat
	TwoStarts         Code = "two-starts"           // a handicap and a position of its own: only one is possible
	ColorByHandicap   Code = "color-by-handicap"    // the handicap says who plays which color
	RatedUneven       Code = "rated-uneven"         // games with a handicap or a position of their own are never rated
	BotTwoMoves       Code = "bot-two-moves"        // the bot takes no two moves
	StartIsOver       Code = "start-is-over"        // in the position from which to play the game is over
	BeginsAtHome      Code = "begins-at-home"       // TwoMoves: neither may cross the river, nor the first give check
	ElsewhereOnly     Code = "elsewhere-only"       // in this server games begin only in Channels
	CasualHere        Code = "casual-here"          // no rated games in this server
	CasualBot         Code = "casual-bot"           // games against the bot are not rated in this server
	LevelNotHere      Code = "level-not-here"       // in this server the bot plays from Levels[0] to Levels[1]
	TooManyHere       Code = "too-many-here"        // the person has Limit open games in this server already
	TooSoon           Code = "too-soon"             // their last challenge was just now: not before Until
	NotWanted         Code = "not-wanted"           // the other takes no challenges, or none from this person
	NotOptedIn        Code = "not-asked"            // the server wants people to opt in, and the other has not
	NotOver           Code = "not-over"             // a rematch of a game that goes on
	RematchRuns       Code = "rematch-runs"         // the rematch of Game is being played: Games has it
	AlreadyOffered    Code = "already-offered"      // their own offer or request still waits
	AnswerFirst       Code = "answer-first"         // the other's request to take back waits for their answer
	OfferedTooSoon    Code = "offered-too-soon"     // a draw was declined just now: move first
	NoOffer           Code = "no-offer"             // there is nothing to accept or decline
	TakebackRated     Code = "takeback-rated"       // no takebacks in rated games
	VacationTooLate   Code = "vacation-too-late"    // less than an hour is left on a clock that would stop: Game
	PlanOnTurn        Code = "plan-on-turn"         // it is their move: they play instead of planning
	NothingToPlan     Code = "nothing-to-plan"      // they can plan in none of their games now
	PlanIncomplete    Code = "plan-incomplete"      // a planned line has to end with a move of their own
	LineTooLong       Code = "line-too-long"        // a planned line has more than Limit moves
	TooManyLines      Code = "too-many-lines"       // they have planned Limit lines already
	NoSuchLine        Code = "no-such-line"         // what they want to drop is no longer planned
	NotResumable      Code = "not-resumable"        // the game was not lost on time, or its day to play on is over
	NotYoursToAsk     Code = "not-yours-to-ask"     // only the loser asks to play on
	NothingToTakeBack Code = "nothing-to-take-back" // they have not moved yet
	HintPeople        Code = "hint-people"          // there are no hints in games between people
	HintRated         Code = "hint-rated"           // nor in rated ones
	HintsSpent        Code = "hints-spent"          // the person has had all Limit hints of the game
	HintPartner       Code = "hint-partner"         // nor where one has a partner to ask
	RatedPartner      Code = "rated-partner"        // games with a partner are casual
	BadPartner        Code = "bad-partner"          // no partner plays like that, or that many questions
	NoPartnerHere     Code = "no-partner-here"      // in this game there is no partner
	NoPartnerAtAll    Code = "no-partner-at-all"    // nor in any of their games
	PartnerAnswers    Code = "partner-answers"      // their partner moves nothing, but answers questions
	PartnerNames      Code = "partner-names"        // their partner does nothing but name the piece
	BudgetSpent       Code = "asks-spent"           // the question costs more than the person has left: Limit
	PieceFirst        Code = "piece-first"          // their partner names the piece before they move
	OtherPiece        Code = "other-piece"          // their partner has named another kind of piece
	NamePiece         Code = "name-piece"           // they name a kind of piece, and their partner moves it
	StuckPiece        Code = "stuck-piece"          // no piece of that kind can move
	PlanPartner       Code = "plan-partner"         // with that partner nothing can be planned

	OnlyInServer  Code = "only-in-server" // what a channel does together needs a server, not direct messages
	BadVoteTerms  Code = "bad-vote-terms" // a window or a quorum out of range
	NoVoteGame    Code = "no-vote-game"   // no vote game is being played in the channel
	NotAVote      Code = "not-a-vote"     // in this game nobody votes
	NotATeam      Code = "not-a-team"     // that side of the vote game is one player
	AlreadyJoined Code = "already-joined" // they are on that side
	OtherSide     Code = "other-side"     // they play for the other side
	WrongRole     Code = "wrong-role"     // the side is for members with Role
	PutToVote     Code = "put-to-vote"    // the move is voted on, not simply played
	VoteClosed    Code = "vote-closed"    // the votes are being counted
	SameVote      Code = "same-vote"      // their vote is there already
	NoVotes       Code = "no-votes"       // nothing has been voted for that could be played
	NotCaptain    Code = "not-captain"    // the side's captain decides that
	NoCaptain     Code = "no-captain"     // nobody may do that for a side without a captain
	VoteToResign  Code = "vote-to-resign" // a side without a captain resigns by a vote
	TakebackVoted Code = "takeback-voted" // no takebacks in vote games

	BadSimul     Code = "bad-simul"      // no number of boards that a display may have: Limit is the greatest
	OwnSimul     Code = "own-simul"      // the host cannot take a board of their own display
	BoardTaken   Code = "board-taken"    // the person has a board of the display already: Game
	SimulFull    Code = "simul-full"     // all Limit boards are taken
	PlayerGone   Code = "player-gone"    // the other player had everything about them deleted
	NoSuchSimul  Code = "no-such-simul"  // no display has this ID; it may have been deleted
	NotYourSimul Code = "not-your-simul" // only its host may do that
	SimulClosed  Code = "simul-shut"     // its host has closed it
	NoSimul      Code = "no-simul"       // the person plays in no display
	NotInServer  Code = "not-in-server"  // it can only be done in a server, not in direct messages
)

// Refusal is the error of an act that may not be done. Nothing was changed.
type Refusal struct {
	Code   Code
	Game   ID        // the game concerned, if one is
	Games  []*Game   // ManyGames and others: those meant; NoGame: waiting challenges, first those to the person
	Hidden bool      // there are more Games, of which is not told where the answer is read
	Until  time.Time // TooSoon: when it may be done

	Channels []string        // ElsewhereOnly: the channels
	Levels   [2]engine.Level // LevelNotHere: the weakest and the strongest
	Limit    int             // TooManyGames, TooManyHere, TooManyChannels, TooManyBlocked …: how many are allowed
	Role     string          // WrongRole: the id of the role
}

func (r *Refusal) Error() string {
	if r.Game != 0 {
		return fmt.Sprintf("game %d: refused: %s", r.Game, r.Code)
	}
	return fmt.Sprintf("refused: %s", r.Code)
}

// Is makes errors.Is(err, &Refusal{Code: NotYourTurn}) ask for the code alone.
func (r *Refusal) Is(target error) bool {
	t, ok := target.(*Refusal)
	return ok && t.Code == r.Code
}

func (g *Game) refuse(code Code) error { return &Refusal{Code: code, Game: g.ID} }

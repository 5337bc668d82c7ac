// Package uci speaks the Universal Chess Interface, so that the engine plays in any Xiangqi program that knows it.
//
// A [Session] is one conversation. [Session.Run] reads commands and writes answers until the reader ends, quit comes or
// the context is done:
//
//	err := uci.New(engine.New(engine.Options{})).Run(ctx, os.Stdin, os.Stdout)
//
// Moves are written in coordinates with ranks 0 to 9, w is Red, and field 5 of a FEN counts plies since the last
// capture: what Pikafish and its programs use.
//
// # Commands of the protocol
//
//	uci · isready · ucinewgame · debug on|off · quit
//	setoption name Hash|Threads|MultiPV value N,  setoption name Clear Hash
//	setoption name Rules value asian|simple|pikafish [limit=N] [repetitions=N] …     as rules.ParseCode reads them
//	setoption name Skill Level value N                 1 to 10: the bot's strengths; with 10, the default, only go sets limits
//	setoption name UCI_LimitStrength value true|false  whether UCI_Elo counts instead of Skill Level
//	setoption name UCI_Elo value N                     the strength whose rating on the bot's own scale is nearest
//	setoption name Ponder value true|false             whether go ponder may come; it always may
//	setoption name Move Overhead value MS              what is kept back of a clock for the way of the move; 100 if not set
//	setoption name Contempt value N                    centipawns by which a draw is worse than an even position
//	setoption name EndgamePath value FOLDER            endgame tables, which xiangqi-lab endgame makes; none with <empty>
//	setoption name EvalFile value FILE                 another network than the program's own, which is back with <empty>
//	setoption name Use network value true|false        whether positions are judged by the network or by hand
//	setoption name Without value TECHNIQUE,…          parts of the search to do without, as search.ParseTechniques reads them
//	setoption name RazorBase|… value N                 a parameter of the search; only in a build with -tags tuning
//	position startpos|fen FEN [moves …]     the moves may be in any notation without spaces
//	go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [mate N] [ponder] [infinite] [searchmoves …]
//	                                        with infinite the answer waits for stop whatever limits are beside it; a number
//	                                        below the least that makes sense, as some programs send when time has run out,
//	                                        counts as that, and one beyond all measure as the most
//	go perft N                              leaves of the tree of legal moves, by first move and in all; N is 100 at most
//	ponderhit                               the move was played that go ponder was given: its limits count from now on
//	stop
//
// # Commands for people and tests
//
//	d             the board, its FEN and its key
//	moves         the legal moves, one a line: UCI, Chinese, WXF, ICCS and Vietnamese, with tabs between
//	parse TEXT    the move that a text means in any notation, or why there is none
//	parse STYLE TEXT
//	              the same as a person means it who writes in that style of package notation; two make a difference:
//	              "parse vietnamese P2-5", "parse uci-10 h3e3"
//	book          the opening of the game, and the moves that the opening book knows: as moves lists them, then how often each is played,
//	              its score in centipawns, and the opening that it leads to
//	eval          the static evaluation: the terms of the hand-written one, in centipawns, and the value of each piece for the one
//	              in use: how the score changes without it
//	judge         the result of the game given by position: none, draw, red loses or black loses, then the reason, the article of
//	              docs/rules.md and, for a repetition, what each move of the cycle did
//	pattern       the names of the mate at the end of the game given by position, the most telling first, one a line, and the
//	              motifs of its first move, as motif:ID; none where there is neither. The ids are those of package pattern
//	help          this list
//
// # How it behaves
//
// One loop waits for lines of input, for what a running search has to say and for its end; nothing else touches the
// session. A search stops when its context is canceled, and by nothing else. While one runs, isready, stop, ponderhit
// and quit are answered at once and every other line waits for its end in the order of arrival, so a script may be
// piped in as a whole. A stop that comes when the search has been stopped already is for the go that waits, and so is a
// ponderhit when the search does not ponder. When the input ends, a search with limits is waited for and one without is
// stopped.
//
// A win because the opponent can only repeat what the rules forbid is reported as "score mate", as Pikafish and
// Fairy-Stockfish do.
//
// A line that makes no sense is answered with "info string error: …" and changes nothing.
package uci

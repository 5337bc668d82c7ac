// Package engine plays Xiangqi.
//
// Two calls are enough to start with:
//
//	e := engine.New(engine.Options{})
//	choice, err := e.Choose(ctx, &record, rules.Asian(), engine.LevelMax)
//
// [Engine.Choose] answers as an opponent of a given strength would: from the opening book where it knows one, else by
// searching, and at the lower strengths with the mistakes of a person who does not see everything. [Engine.Analyze]
// always searches as well as the limits allow. An engine serves one caller at a time; a [Pool] shares a few engines
// among many games. Package study reviews whole games.
//
// Levels have ratings ([Level.Rating]) on a scale of the project's own, on which a new player starts at 1500. It cannot
// be compared with other scales.
//
// The packages below, in reading order:
//
//	board      positions and legal moves
//	notation   moves as people write them
//	gamefile   games as files; gamefile/codec reads and writes them, gamefile/paste reads what people paste
//	rules      results, repetition included
//	pattern    names of mates, and the motifs of moves
//	eval       static evaluation: eval/classical by hand, eval/nnue by a network, eval/simd its kernels
//	search     alpha-beta search
//	memory     prefetching and large pages for the transposition table
//	book       the opening book; book/grow builds it, book/played counts the moves people play
//	endgame    endgame tables
//	study      game reviews: which moves were mistakes, and why
//	puzzle     puzzles; puzzle/mine finds them in games
//	fairqueue  a fair queue in front of the Pool
//	uci        the engine as a UCI server
//	uciclient  other engines as UCI clients see them
//	match      matches between engines and their statistics
//	selfplay   games of the engine against itself, as training data
//	adjudicate ends games of match and selfplay whose result is clear
//	train      trains networks for eval/nnue
//	tune       tunes the weights of eval/classical and the parameters of search
//	journal    append-only logs that let long runs resume; filelock allows one writer
//	atomicfile replaces files atomically; checkedfile has their checksums
//	testcases  test cases from outside the repository
//
// Nothing here knows about Discord, people or storage.
package engine

// Package search is the alpha-beta search.
//
// A [Searcher] finds the move to play in the last position of a game record. Create one with [New] and an evaluation of
// package eval, then call [Searcher.Run] with a context, a record and [Limits]. Run reports every finished iteration
// and returns a [Result] when a limit is reached or the context ends, whichever comes first. It leaves no goroutine and
// no timer behind.
//
// The search is alpha-beta in the form it has had since the 1980s: iterative deepening around a principal-variation
// search (Marsland and Campbell 1982; Reinefeld's NegaScout 1983), a transposition table (Greenblatt 1967), null moves
// (Donninger 1993), late-move reductions, and the shallow-depth pruning rules that the strongest open engines share.
// Reading order:
//
//	score.go       what a number means: centipawns, mates, forbidden repetitions
//	limits.go      when to stop; pace.go how much of its share of the clock a move gets
//	searcher.go    Run: iterative deepening, aspiration windows, lines
//	root.go        the root moves, and what Run returns; rootprobe.go what the endgame tables know of the moves of the
//	               root; vote.go which thread's move is played
//	worker.go      one thread of a search
//	node.go        one node of the tree: every extension, reduction and pruning rule; nodestate.go its helpers
//	terminal.go    nodes that need no search: the rules or the endgame tables decide
//	quiescence.go  the quiescence search
//	stack.go       the search stack: what a node keeps for its line
//	picker.go      which move to try next; history.go the history tables; heuristics.go how a node updates them
//	checkinfo.go   which moves give check
//	threats.go     which points the opponent attacks with less valuable pieces
//	see.go         static exchange evaluation: what a sequence of captures on one square gains
//	path.go        what the rules say inside the tree: repetitions, the natural limit
//	table.go       the transposition table
//	params.go      every parameter of the search, with a name, a range and a step: each can be set, and the techniques
//	               switched off; minimax.go is what is left without alpha-beta
//	bench.go       fixed positions whose node count is the signature of the search
//
// With one thread and a limit on nodes or depth, a search of the same record is deterministic down to the node count,
// provided that the table was cleared before. [Bench] relies on it.
package search

// Package search is the alpha-beta search.
//
// A [Searcher] takes a game record and says which move it would play. Create one with [New] and an evaluation of package
// eval, call [Searcher.Run] with a context, a record and [Limits]; the answer is a [Result], and every finished
// iteration is reported on the way. Run returns when a limit is met or the context ends, whichever comes first, and
// leaves no goroutine and no timer behind.
//
// The search is alpha-beta in the form it has had since the 1980s: iterative deepening around a principal-variation
// search (Marsland and Campbell 1982; Reinefeld's NegaScout 1983), a transposition table (Greenblatt 1967), null moves
// (Donninger 1993), late-move reductions, and the shallow-depth pruning rules that the strongest open engines share.
// Reading order:
//
//	score.go       what a number means: centipawns, mates, forbidden repetitions
//	limits.go      when to stop
//	pace.go        what of its share of the clock a move deserves
//	searcher.go    Run: deepening, aspiration windows, lines
//	node.go        one node of the tree: every extension, reduction and cut
//	quiescence.go  the noisy end of each line
//	stack.go       what a node keeps for the line it lies on
//	picker.go      which move to try next; history.go why; learner.go what a node teaches
//	threats.go     which points the opponent attacks with lesser pieces
//	see.go         static exchange evaluation: what a sequence of captures on one square gains
//	path.go        what the rules say inside the tree: repetitions, the natural limit
//	table.go       the transposition table
//	params.go      every parameter of the search, with a name, a range and a step: each can be set
//	technique.go   every technique, with a name: each can be left out; minimax.go is what then remains
//	bench.go       fixed positions whose node count is the signature of the whole
//
// With one thread and a limit on nodes or depth the same record gives the same answer, move by move and node by node,
// if the table was cleared before: [Bench] rests on it.
package search

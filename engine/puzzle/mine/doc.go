// Package mine finds puzzles in games.
//
// A candidate is found for nothing where it can be: in a game whose moves carry scores it is a position whose score
// leapt, in a game of people a position near the end. What is admitted as a mate is proved without an engine: a mate
// in two to five moves against every defense, of which no other first move is as fast. The other moves that win are
// looked for by a search of several lines; where nearly everything wins there is nothing to find, and the position is
// refused. What is admitted as a gain has one move at every turn of the solver that is better than all others by at
// least [Gap] of a point.
//
// The same game and ply always get the same answer.
package mine

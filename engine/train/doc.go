// Package train trains networks for package nnue on games of the engine against itself.
//
// [Files] reads the positions that are used: those whose score is not decisive and in which there is neither a check
// nor a capture to be answered. They are streamed from the disk and shuffled in a buffer, so that memory does not grow
// with their number; some of the games are kept apart for validation. [Files.Survey] counts them first.
//
// [Plan] trains: the network predicts for each position the points that the side to move gets. The target is partly the
// score of the search and partly the result of the game. The weights are updated by AdamW with a rate that first rises
// and then falls along half a cosine. The first layer has, beside the rows of each bucket of the king, rows that all
// buckets share, so that what is learned with the king on one point applies to the others (a factorizer); they are
// added to the others when the network is made.
//
// The same plan and files give the same network, to the bit, with any number of workers, and also if the run was broken
// off and resumed from a checkpoint ([Run.Save]).
package train

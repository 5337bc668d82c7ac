// Package train trains networks for package nnue on games of the engine against itself.
//
// [Files] reads the positions: those whose score is not decisive and whose best move is neither a check nor a capture.
// All of them are kept in memory, at 32 bytes each; some of the games are held out for validation.
//
// A [Plan] has the settings, a [Run] trains: the network learns to predict for each position the points of the side to
// move. The target is partly the score of the search and partly the result of the game. The optimizer is AdamW; its
// learning rate rises first (warm-up) and then falls along half a cosine. Besides the rows of each king bucket the
// first layer has rows that all buckets share, so that what is learned with the king on one point applies to the others
// (a factorizer); they are added to the others when the network is made.
//
// The same plan and files give the same network, to the bit, with any number of workers.
package train

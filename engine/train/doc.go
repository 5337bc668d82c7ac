// Package train trains networks for package nnue on games of the engine against itself.
//
// [Files] reads the positions that serve: those with a score that is not decided, in which neither a check nor a
// capture is due. They are streamed from the disk and mixed in a buffer, so that memory does not grow with them; some
// of the games are kept apart, to find out whether what was learned holds elsewhere. [Files.Survey] counts them first.
//
// [Plan] trains: it foretells for each position the points that the side to move gets. What it is held to is partly
// what the search thought and partly how the game ended. The weights are moved by AdamW along a rate that rises for a
// while and then falls along half a cosine. The first layer has, beside the rows of each bucket of the king, rows that
// all buckets share, so that what is seen with the king on one point is known on the others (a factorizer); they are
// added to the others when the network is made.
//
// The same plan and files give the same network, to the bit, with any number of workers, and also if the run was broken
// off and went on from a [Checkpoint].
package train

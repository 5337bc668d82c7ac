// Package codec reads and writes the formats of game files.
//
// [Read] finds out format and encoding by looking at the bytes. [ReadGame] also returns which they were, and reads any
// game of a file that holds several. [Write] is the way back.
//
//	PGN      tags and moves as Xiangqi Wizard and its relatives write them; moves in any notation that package notation reads
//	DhtmlXQ  the tags of dpxq.com, alone or within a page
//	moves    what people paste: "1. 炮二平五 马8进7 …", with or without numbers, with a title, in any notation
//	fen      a position in the forms that people paste, links included, alone or before the moves
//	xqf      the binary files of XQStudio; they are read, not written
//	cbr      the files of CCBridge, and cbl; they are read, not written
//	wxf      what PlayOK and the applets of the WXF write; they are read, not written
//
// Of several games in one file the first of which anything can be read is read, and [gamefile.Game] counts the others.
// A fault within a variation costs only the rest of that variation.
//
// The whole file is in memory while it is read, and the game beside it. For the largest files with the most
// variations, each with a comment, that takes at most 26 times the size of the file.
package codec

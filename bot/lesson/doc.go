// Package lesson holds what a beginner is taught, step by step: positions, what the pupil is asked to play in them, and
// which moves do it.
//
// It is data, with the rules that tell right moves from wrong ones. The text of a lesson is among the other phrases,
// under its name; package view shows it, and package member keeps which lessons a person has done. Start with:
//
//	for _, l := range lesson.All() {
//		if l.Solves(m) {  // the move does what was asked for
//		}
//	}
//
// The tests play every legal move of every lesson and check what the lesson claims about it.
package lesson

// Package lesson holds the lessons for beginners: positions, the task in each, and the moves that solve it.
//
// It is data, with the rules that distinguish right moves from wrong ones. The text of a lesson is among the other
// phrases, under its name. Package view shows it, and package member keeps which lessons a person has done. Start with:
//
//	for _, l := range lesson.All() {
//		if l.Solves(m) { // the move solves the task
//		}
//	}
//
// The tests play every legal move of every lesson and check what the lesson claims about it.
package lesson

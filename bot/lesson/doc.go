// Package lesson holds what a beginner is taught, step by step: positions, what the pupil is asked to play in them, and
// which moves do it.
//
// It is data and the judgment of it. What a lesson says lies with the other phrases, under its name; how it looks is
// the business of package view, and what a person has done is kept by package member. Start there:
//
//	for _, l := range lesson.All() {
//		if l.Solves(m) {  // the move does what was asked for
//		}
//	}
//
// The tests play every legal move of every lesson: what a lesson claims about its moves is so.
package lesson

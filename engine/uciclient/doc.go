// Package uciclient is a UCI client: it runs external engines, which speak UCI over a pipe, and restarts them if they
// fail.
//
// A [Program] is one running process:
//
//	p, err := uciclient.Start(ctx, uciclient.Options{Command: []string{"pikafish"}})
//	thought, err := p.Think(ctx, &record, uciclient.Limits{MoveTime: time.Second})
//	err = p.Close()
//
// A [Supervisor] shares one program among many games that last for days: it starts the program when a move is needed,
// lets the games take turns, restarts the program after a crash, and stops it when it has been idle for some time.
//
// A program is not trusted. It may crash, hang, write without end or give wrong answers; the worst result is an error
// that says what happened. [Program.Think] returns the program's move, legal or not, because a referee needs to know;
// [Supervisor.Think] returns legal moves only. Neither applies the rules of repetition, which are in package rules.
package uciclient

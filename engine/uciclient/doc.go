// Package uciclient is a UCI client: it runs other engines, programs that speak UCI over a pipe, and keeps them
// running.
//
// A [Program] is one running process. Its owner starts it, asks it for moves and closes it:
//
//	p, err := uciclient.Start(ctx, uciclient.Options{Command: []string{"pikafish"}})
//	thought, err := p.Think(ctx, &record, uciclient.Limits{MoveTime: time.Second})
//	err = p.Close()
//
// A [Supervisor] shares one program among many games that last for days: it starts the program when a move is needed,
// lets the games take turns, restarts the program when it has died, and stops it when it has been idle for some time.
//
// A program is not trusted. It may die, hang, write without end or give wrong answers; the worst result is an error
// that says what happened. [Program.Think] returns the move that the program named, legal or not, because a referee
// needs to know; [Supervisor.Think] returns legal moves only. Neither applies the rules of repetition: package rules
// judges games, whoever plays them.
package uciclient

// Package outside runs engines that are not ours: programs behind a pipe that speak UCI.
//
// A [Program] is one running process. It is started, asked and closed by its owner:
//
//	p, err := outside.Start(ctx, outside.Options{Command: []string{"pikafish"}})
//	thought, err := p.Think(ctx, &record, outside.Limits{MoveTime: time.Second})
//	err = p.Close()
//
// A [Keeper] has one for many games that last for days: it starts the program when somebody asks for a move, lets the games take turns,
// starts it anew when it has died, and stops it when nobody has asked for a while.
//
// A program is a stranger. It may die, hang, talk without end or lie; nothing of that may do more harm than an error that says what
// happened. [Program.Think] returns the move that it named, legal or not, since a referee wants to know; [Keeper.Think] returns legal
// moves only. What the rules of repetition say to a move is asked by neither: package rules judges games, whoever plays them.
package outside

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// A command is one of the commands of the program.
type command struct {
	name    string
	operand string // that it requires, "" for none; with "…" it takes any number
	summary string
	// define adds the options of the command to flags, and returns the function to call when they are parsed.
	define func(flags *flag.FlagSet) action
}

// An action carries out a command.
type action func(ctx context.Context, operands []string, stdout io.Writer) error

// run parses the options and operands of the command and carries it out.
func (c *command) run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("xiangqi-bot "+c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // only whoever asks for help gets all options
	flags.Usage = func() {
		_, _ = fmt.Fprintf(flags.Output(), "Usage: %s [OPTIONS] %s\n  %s\n", flags.Name(), c.operand, c.summary) // it is only help
		flags.PrintDefaults()
	}
	do := c.define(flags)
	want, many := 0, strings.HasSuffix(c.operand, "…")
	operands, err := parse(flags, args, many)
	if c.operand != "" {
		want = 1
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(stdout)
		flags.Usage()
		return nil
	case err != nil:
		return &usageError{fmt.Sprintf("%s: %v", c.name, err)}
	case !many && len(operands) > want:
		return &usageError{fmt.Sprintf("%s: unexpected argument %q", c.name, operands[want])}
	case !many && len(operands) < want:
		return &usageError{fmt.Sprintf("%s: name the %s", c.name, c.operand)}
	}
	return do(ctx, operands, stdout)
}

// parse parses options, and returns the other arguments, before, between or after them. If there may be many, no option
// follows the first one: a text to announce can begin with a dash.
func parse(flags *flag.FlagSet, args []string, many bool) (operands []string, err error) {
	for {
		if err := flags.Parse(args); err != nil || flags.NArg() == 0 || many {
			return append(operands, flags.Args()...), err
		}
		operands, args = append(operands, flags.Arg(0)), flags.Args()[1:]
	}
}

package main

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"xiangqibot/bot/playground/story"
	"xiangqibot/engine/uciclient/uciclienttest"
)

func TestMain(m *testing.M) {
	// A story mostly waits, for limits of Discord's and clocks of the bot: more of them go on at once than there are
	// processors, unless -parallel says otherwise.
	if err := flag.Set("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"xiangqi-bot": main, "guest-engine": guest})
}

// guest is an outside engine for stories, with the habit of package uciclienttest that is its argument.
func guest() { uciclienttest.Run(os.Stdin, os.Stdout, uciclienttest.Habit(os.Args[1])) }

// TestStories tells testdata/*.txtar: people act on the page's API, and the program they act on is this one, over the real wire.
// Package story describes the language.
func TestStories(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		Setup:               story.Setup(story.Options{Program: []string{"xiangqi-bot"}, Args: []string{"-config", "testdata/stories.yaml"}}),
		Cmds:                story.Commands(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

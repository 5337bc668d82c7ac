package main

import (
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"xiangqibot/bot/playground/story"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"xiangqi-bot": main})
}

// TestStories tells testdata/*.txtar: people act on the page's API, and the program they act on is this one, over the real wire.
// Package story describes the language.
func TestStories(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		Setup:               story.Setup(story.Options{Program: []string{"xiangqi-bot"}}),
		Cmds:                story.Commands(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

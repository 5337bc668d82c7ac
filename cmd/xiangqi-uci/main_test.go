package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"xiangqi-uci": main})
}

var update = flag.Bool("update", false, "write what the program says into the scripts that compare it")

// TestScripts converses with the real program.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata", RequireExplicitExec: true, UpdateScripts: *update})
}

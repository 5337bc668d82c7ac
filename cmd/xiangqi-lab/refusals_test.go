package main

import (
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/board"
)

// TestRefusals gives every command what it cannot do. The answer is an error that names the option or the file, before
// any work is done.
func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string { return write(t, filepath.Join(dir, name), text) }
	mated := file("mated.fen", "# one\n\n3k5/4P4/3R5/9/9/9/9/9/9/4K4 b - - 0 1\n")
	none, notes := file("none.fen", "# none\n"), file("notes.fen", "rnbakabnr w\n")
	records := file("people.jsonl", "{\"result\":\"1-0\",\"moves\":\"h2e2 h9g7\"}\n{\"result\":\"1-0\",\"moves\":\"h2e2 zz\"}\n")
	coded := file("coded.jsonl", `{"result":"1-0","moves":"h2e2 h9g7","ecco":"F45"}`+"\n")
	start, net, state := file("start.fen", board.StartFEN+"\n"), filepath.Join(dir, "net"), filepath.Join(dir, "state")
	nowhere := filepath.Join(dir, "nowhere", "file")

	const (
		duel   = "match --a-command sh --b-command sh --b-name y "
		played = "match --a-command xiangqi-uci --b-command xiangqi-uci --b-name y --nodes 1 " // refused by the program
	)
	for _, c := range []struct{ args, says string }{
		{"match --a-command y --nodes 1", "--b-command"},
		{"match --a-command sh --b-command sh --nodes 1", "give them different names"},
		{duel + "--games 2", "a budget is needed"},
		{duel + "--nodes 1 --games 0", "0 pairs: want at least one"},
		{duel + "--nodes 1 --depth=-1", "depth -1"},
		{duel + "--movetime=-1s", "a move -1s"},
		{duel + "--clock=-1s", "a game -1s"},
		{duel + "--clock 1s --increment=-1s", "negative"},
		{duel + "--nodes 1 --increment 1s", "an increment of 1s without a clock"},
		{duel + "--nodes 1 --at-once=-1", "--at-once -1"},
		{played + "--a-option Params=FutilityBase", `setoption Params: "FutilityBase": want NAME=NUMBER`},
		{played + "--a-option Params=Magic=1", "there is no parameter"},
		{played + "--b-option Params=ExchangeRook=9000", "ExchangeRook 9000: want 500 to 2000"},
		{played + "--b-option EvalFile=" + notes, "notes.fen: nnue: it does not begin"},
		{played + "--b-option Magic=1", `no option "Magic"`},
		{played + "--b-option Magic", "want NAME=VALUE"},
		{"match --a-command sh --b-command /nowhere/engine --nodes 1", "/nowhere/engine"},
		{duel + "--nodes 1 --openings " + none, none},
		{duel + "--nodes 1 --openings " + notes, "notes.fen, line 1: "},
		{duel + "--nodes 1 --openings " + mated, "mated.fen, line 3: the side to move has no move"},
		{duel + "--nodes 1 --sprt 1,2,3", "--sprt: want two numbers"},
		{duel + "--nodes 1 --sprt 0,nan", "want two numbers"},
		{duel + "--nodes 1 --sprt 0,inf", "want two numbers"},
		{duel + "--nodes 1 --sprt 5,5", "the first bound must be the smaller"},
		{"ablate --nodes 0", "--nodes 0: want at least 1"},
		{"ablate --first=-1", "--first -1: want at least 0"},
		{"ablate --openings " + notes, notes},
		{"ablate --depths 3,0", "--depths 0: want at least 1"},
		{"spsa " + nowhere + " --nodes 0 --openings " + notes, "--nodes 0: want at least 1"},
		{"spsa " + state + " --iterations 0 --openings " + start, "0 iterations of 1 pairs"},
		{"spsa " + state + " --rate NaN --openings " + start, "rate NaN: want more than 0"},
		{"spsa " + state + " --params NullMove --openings " + start, "NullMove has no step"},
		{"selfplay " + nowhere + " --games 0", "--games 0"},
		{"selfplay " + nowhere + " --at-once=-1", "--at-once -1"},
		{"selfplay " + nowhere + " --openings " + notes, notes},
		{"selfplay " + nowhere + " --nodes 0", "a number of nodes for each move is needed"},
		{"selfplay " + nowhere + " --random=-1", "none may be negative"},
		{"selfplay " + nowhere + " --random 400", "400 random plies leave nothing"},
		{"selfplay " + nowhere + " --most-nodes 1", "nodes 5000 to 1: want the most"},
		{"selfplay " + nowhere + " --most-random 1", "random plies 8 to 1: want the most"},
		{"label " + records + " --out " + net + " --share 0", "a share of 0 of the positions"},
		{"label " + records + " --out " + net + " --nodes 0", "a number of nodes for each position is needed"},
		{"label " + records + " --out " + net + " --most 0", "--most 0: want at least 1"},
		{"selfplay " + nowhere + " --eval " + notes, "notes.fen: nnue: it does not begin"},
		{"tune " + records, "people.jsonl: selfplay: line 2"},
		{"tune " + records + " --epochs 0", "0 epochs"},
		{"tune " + records + " --search 2", "a share of 2 for the search"},
		{"tune " + records + " --pull=-1", "an L2 of -1"},
		{"train " + records, "--out"},
		{"train " + records + " --out " + nowhere, nowhere},
		{"train " + records + " --out " + net + " --rate NaN", "a rate of NaN"},
		{"train " + records + " --out " + net + " --width 65", "a network 65 wide"},
		{"train " + records + " --out " + net + " --epochs 0", "0 epochs"},
		{"train " + records + " --out " + net + " --search 2", "a share of 2 for the search"},
		{"train " + records + " --out " + net + " --average 1", "the decay 1"},
		{"train " + records + " --out " + net + " --scale=-1", "a scale of -1 cp"},
		{"train " + records + " --out " + net + " --check NaN", "a validation share of NaN"},
		{"train " + records + " --out " + net + " --skip=-1", "-1 plies skipped"},
		{"tune " + records + " --without Nonsense", "Nonsense"},
		{"tune " + records + " --keep Nonsense", "Nonsense"},
		{"tune " + records + " --out " + nowhere, nowhere},
		{"evolve " + filepath.Join(dir, "weights") + " --only Nonsense", "Nonsense"},
		{"tune " + records + " --out " + dir, dir},
		{"evolve " + nowhere + " --population 2", nowhere},
		{"evolve " + filepath.Join(dir, "weights") + " --population 1", "generations of 1: want at least one, of two"},
		{"evolve " + filepath.Join(dir, "weights") + " --openings " + notes, notes},
		{"evolve " + filepath.Join(dir, "weights") + " --mutation 2", "mutations with a chance of 2"},
		{"evolve " + filepath.Join(dir, "weights") + " --nodes 0", "a number of nodes for each move"},
		{"book grow " + filepath.Join(dir, "book") + " --positions 0", "0 positions: want at least one"},
		{"book grow " + filepath.Join(dir, "book") + " --depth 0", "depth 0: want at least one"},
		{"book played " + nowhere + " " + records, nowhere},
		{"book played " + filepath.Join(dir, "x.played") + " " + coded, `"F45" is not an ECCO code`},
		{"puzzles mine " + filepath.Join(dir, "mined") + " " + records + " " + records, "the same name"},
	} {
		out, err := lab(t, strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.says) || out != "" {
			t.Errorf("%s: error %v, want %q; it prints %q", c.args, err, c.says, out)
		}
	}
}

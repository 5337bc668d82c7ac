package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRefusals gives every command what it cannot do. The answer is an error that names the option or the file, before
// any work is done.
func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	none, notes := file("none.fen", "# none\n"), file("notes.fen", "rnbakabnr w\n")
	records := file("people.jsonl", "{\"result\":\"1-0\",\"moves\":\"h2e2 h9g7\"}\n{\"result\":\"1-0\",\"moves\":\"h2e2 zz\"}\n")
	coded := file("coded.jsonl", `{"result":"1-0","moves":"h2e2 h9g7","ecco":"F45"}`+"\n")
	journal := file("journal.jsonl", `{"game":0,"red":"a","black":"b","fen":"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1","moves":"","scores":[],"outcome":"draw","ending":"bare material"}`+"\n")
	nowhere := filepath.Join(dir, "nowhere", "file")

	for _, c := range []struct{ args, says string }{
		{"match --nodes 1", "--a-name"},
		{"match --a-name x", "--movetime"},
		{"match --a-name x --nodes 1 --games 0", "--games 0"},
		{"match --a-name x --nodes 1 --depth=-1", "depth -1"},
		{"match --a-name x --clock 1s --increment=-1s", "negative"},
		{"match --a-name x --nodes 1 --at-once=-1", "--at-once -1"},
		{"match --a-name x --nodes 1 --a-hash 0", "--a-hash 0: want 1 to 16384"},
		{"match --a-name x --nodes 1 --b-hash 99999999", "--b-hash 99999999"},
		{"match --a-name x --nodes 1 --a-threads=-1", "--a-threads -1: want 1 to 256"},
		{"match --a-name x --nodes 1 --a-param FutilityBase", `--a-param: "FutilityBase": want NAME=NUMBER`},
		{"match --a-name x --nodes 1 --a-param Magic=1", "there is no parameter"},
		{"match --a-name x --nodes 1 --b-param ExchangeRook=9000", "--b-param: ExchangeRook 9000: want 500 to 2000"},
		{"match --a-name x --nodes 1 --a-command y --a-param FutilityBase=1", "--a-param"},
		{"match --nodes 1 --a-command y --a-hash 1 --a-nodes 5", "--a-nodes, --a-hash: only for this engine"},
		{"match --nodes 1 --a-name x --b-rank 1", "--b-rank: only with --b-command"},
		{"match --a-script greedy --a-level 1 --nodes 1", "--a-level: not with --a-script"},
		{"match --nodes 1 --a-script greedy --a-nodes 5", "--a-nodes: not with --a-script"},
		{"match --nodes 1 --a-script greedy --a-depth 5 --a-hash 1 --a-threads 2", "--a-depth, --a-hash, --a-threads: not with --a-script"},
		{"match --nodes 1 --b-script taker --b-eval " + notes, "--b-eval: not with --b-script"},
		{"match --nodes 1 --b-script taker --b-param FutilityBase=1", "--b-param: not with --b-script"},
		{"match --nodes 1 --a-script taker --a-option Hash=1 --a-rank 1", "--a-option, --a-rank: not with --a-script"},
		{"match --nodes 1 --a-script other", "--a-script"},
		{"match --nodes 1 --a-script taker --a-command y", "--a-command: not with --a-script"},
		{"match --a-name x --nodes 1 --a-level 11", "--a-level 11: want 1 to 10"},
		{"match --a-name x --nodes 1 --a-depth=-1", "--a-depth -1"},
		{"match --nodes 1 --a-level 3 --a-nodes 9 --a-depth 2", "--a-nodes, --a-depth: a level has its own"},
		{"match --a-name x --nodes 1 --openings " + none, none},
		{"match --a-name x --nodes 1 --openings " + notes, notes},
		{"match --a-name x --nodes 1 --sprt 0,nan", "SPRT"},
		{"match --b-command engine --nodes 1 --b-level 3", "--b-option"},
		{"match --b-command engine --nodes 1 --b-nodes 3", "--b-option"},
		{"match --b-command engine --nodes 1 --b-depth 3", "--b-option"},
		{"match --b-command engine --nodes 1 --b-hash 64", "--b-option"},
		{"match --b-command engine --nodes 1 --b-threads 2", "--b-option"},
		{"match --b-command engine --nodes 1 --b-param NullMove=0", "--b-option"},
		{"judge " + journal + " --player a --moves=-1 --nodes 0", "--moves -1: want at least 1\n--nodes 0: want at least 1"},
		{"ablate --command engine --nodes 0", "--nodes 0: want at least 1"},
		{"ablate --command engine --first=-1", "--first -1: want at least 0"},
		{"ablate --command engine --openings " + notes, notes},
		{"ablate --command engine --depths 3,0", "--depths 0: want at least 1"},
		{"spsa " + nowhere + " --nodes 0 --openings " + notes, "--nodes 0: want at least 1"},
		{"speed", "name both programs: --a-command and --b-command"},
		{"judge --player a " + journal, "name the program that judges: --command"},
		{"speed --a-command x --b-command y --rounds=-1 --nodes 0", "--rounds -1: want at least 1\n--nodes 0: want at least 1"},
		{"selfplay " + nowhere + " --games 0", "--games 0"},
		{"selfplay " + nowhere + " --at-once=-1", "--at-once -1"},
		{"selfplay " + nowhere + " --until=-1h", "--until -1h0m0s: want at least 0s"},
		{"selfplay " + nowhere + " --openings " + notes, notes},
		{"selfplay " + nowhere + " --eval " + notes, "notes.fen: nnue: it begins with"},
		{"mates " + journal + " --nodes 1 --eval " + notes, "notes.fen: nnue: it begins with"},
		{"tune " + records, "people.jsonl: selfplay: line 2"},
		{"tune " + records + " --epochs 0", "0 epochs"},
		{"tune " + records + " --rate NaN", "a rate of NaN"},
		{"tune " + records + " --check NaN", "--check NaN"},
		{"train " + records + " --rate NaN --out " + filepath.Join(dir, "net"), "a rate of NaN"},
		{"tune " + records + " --without Nonsense", "Nonsense"},
		{"tune " + records + " --keep Nonsense", "Nonsense"},
		{"tune " + records + " --check=-1", "--check -1"},
		{"tune " + records + " --check 1", "--check 1"},
		{"tune " + records + " --max-score 0", "--max-score 0"},
		{"tune " + records + " --out " + nowhere, nowhere},
		{"evolve " + filepath.Join(dir, "weights") + " --only Nonsense", "Nonsense"},
		{"tune " + records + " --out " + dir, dir},
		{"evolve " + nowhere + " --population 2", nowhere},
		{"evolve " + filepath.Join(dir, "weights") + " --population 1", "generations of 1: want at least one, of two"},
		{"evolve " + filepath.Join(dir, "weights") + " --openings " + notes, notes},
		{"mates " + journal + " --nodes 0", "--nodes 0: want at least 1"},
		{"book grow " + filepath.Join(dir, "book") + " --positions 0", "0 positions: want at least one"},
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

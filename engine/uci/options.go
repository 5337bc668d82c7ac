package uci

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/search"
)

// option is a UCI option.
type option struct {
	name string
	// typeSpec is the type of the option in the syntax of the protocol, with default and range.
	typeSpec string
	// set parses and applies the value; value is empty if none was given.
	set func(s *Session, value string) error
}

func (s *Session) options() []option {
	return []option{
		spin("Hash", 1, search.MaxTableMB(), min(engine.DefaultHashMB, search.MaxTableMB()), func(s *Session, n int) { s.engine.SetHash(n) }),
		spin("Threads", 1, 256, 1, func(s *Session, n int) { s.engine.SetThreads(n) }),
		spin("MultiPV", 1, 128, 1, func(s *Session, n int) { s.limits.MultiPV = n }),
		// go ponder is always accepted, whatever the option.
		check("Ponder", false, func(*Session, bool) error { return nil }),
		spin("Move Overhead", 1, 5000, int(search.DefaultMoveOverhead.Milliseconds()), func(s *Session, n int) {
			s.limits.MoveOverhead = time.Duration(n) * time.Millisecond
		}),
		spin("Skill Level", int(engine.LevelMin), int(engine.LevelMax), int(engine.LevelMax), func(s *Session, n int) {
			s.skill = engine.Level(n)
		}),
		check("UCI_LimitStrength", false, func(s *Session, on bool) error {
			s.limitStrength = on
			return nil
		}),
		spin("UCI_Elo", minElo, maxElo, minElo, func(s *Session, n int) { s.elo = n }),
		{"Clear Hash", "button", func(s *Session, value string) error {
			if value != "" {
				return errors.New("it is a button and takes no value")
			}
			s.engine.Clear()
			return nil
		}},
		check("Use network", s.defaultNetwork != nil, (*Session).useNetwork),
		{"EvalFile", "string default <empty>", func(s *Session, value string) error { return s.loadNetwork(value) }},
		{"EndgamePath", "string default <empty>", func(s *Session, value string) error { return s.loadTables(value) }},
		{"Rules", "string default " + rules.Asian().String(), func(s *Session, value string) error {
			ruleset, err := rules.ParseRuleset(value)
			if err == nil {
				s.limits.Ruleset = ruleset
			}
			return err
		}},
		{"Params", "string default <empty>", func(s *Session, value string) error {
			var settings []string
			if value != "" {
				settings = strings.Split(value, ",")
			}
			params, err := search.ParseParams(settings)
			if err == nil {
				s.engine.SetParams(params)
			}
			return err
		}},
	}
}

// spin returns an option with a number from least to most.
func spin(name string, least, most, std int, set func(s *Session, n int)) option {
	return option{name, fmt.Sprintf("spin default %d min %d max %d", std, least, most), func(s *Session, value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return fmt.Errorf("value %q, want a number from %d to %d", value, least, most)
		}
		set(s, n)
		return nil
	}}
}

// check returns a boolean option.
func check(name string, std bool, set func(s *Session, on bool) error) option {
	return option{name, fmt.Sprintf("check default %t", std), func(s *Session, value string) error {
		if value != "true" && value != "false" {
			return fmt.Errorf("value %q, want true or false", value)
		}
		return set(s, value == "true")
	}}
}

// identify answers the command uci.
func (s *Session) identify() {
	s.ucci = ucci{}
	s.say("id name Xiangqibot")
	s.say("id author the Xiangqibot authors")
	for _, o := range s.options() {
		s.say("option name %s type %s", o.name, o.typeSpec)
	}
	s.say("uciok")
}

// identifyUCCI answers the command ucci.
func (s *Session) identifyUCCI() {
	s.ucci = ucci{spoken: true, seconds: true}
	s.say("id name Xiangqibot")
	s.say("id author the Xiangqibot authors")
	s.say("option usemillisec type check default false")
	s.say("option hashsize type spin min 1 max %d default %d", search.MaxTableMB(), min(engine.DefaultHashMB, search.MaxTableMB()))
	s.say("option threads type spin min 1 max 256 default 1")
	s.say("option newgame type button")
	s.say("ucciok")
}

func (s *Session) setOption(args string) {
	name, value, err := splitOption(args)
	if err != nil {
		s.fail("setoption: %v", err)
		return
	}
	var names []string
	for _, o := range s.options() {
		if strings.EqualFold(o.name, name) || s.ucci.spoken && strings.EqualFold(strings.ReplaceAll(o.name, " ", ""), name) {
			if value == "<empty>" {
				value = ""
			}
			if err := o.set(s, value); err != nil {
				s.fail("setoption %s: %v", o.name, err)
			}
			return
		}
		names = append(names, o.name)
	}
	s.fail("setoption: there is no %q, only %s", name, strings.Join(names, ", "))
}

// splitOption splits "name Clear Hash value 3". Both parts may contain spaces.
func splitOption(args string) (name, value string, err error) {
	rest, ok := strings.CutPrefix(args, "name ")
	if !ok {
		return "", "", fmt.Errorf("%q, want name NAME value VALUE", args)
	}
	name, value, _ = strings.Cut(rest+" ", " value ")
	return strings.TrimSpace(name), strings.TrimSpace(value), nil
}

// loadNetwork reads the network of a file; without a file it restores the default network. The network is used unless
// the hand-written evaluation is selected.
func (s *Session) loadNetwork(path string) error {
	n := s.defaultNetwork
	if path != "" {
		var err error
		if n, err = nnue.ReadFile(path); err != nil {
			return err
		}
	}
	s.network = n
	s.setEvaluation()
	return nil
}

// useNetwork selects the network or the hand-written evaluation.
func (s *Session) useNetwork(on bool) error {
	if on && s.network == nil {
		return errors.New("there is no network; name one with EvalFile")
	}
	s.useClassical = !on
	s.setEvaluation()
	return nil
}

// setEvaluation sets the selected evaluation in the engine.
func (s *Session) setEvaluation() {
	if s.useClassical || s.network == nil {
		s.engine.SetEvaluation(nil)
		s.say("info string the hand-written evaluation is in use")
		return
	}
	s.engine.SetEvaluation(s.network.Evaluation())
	s.say("info string a network %d wide is in use", s.network.Width)
}

// loadTables replaces the endgame tables of the engine by those in a folder; without a folder by none.
func (s *Session) loadTables(dir string) error {
	var tables *endgame.Tables
	if dir != "" {
		tables = new(endgame.Tables)
		missing, err := tables.Load(dir)
		if err != nil && !errors.Is(err, endgame.ErrDamaged) {
			return errors.Join(err, tables.Close())
		}
		if err != nil {
			s.fail("setoption EndgamePath: %v", err)
		}
		all := len(endgame.Standard())
		if len(missing) == all {
			return fmt.Errorf("there are no endgame tables in %s; xiangqi-lab endgame --out %s makes them", dir, dir)
		}
		s.say("info string %d of %d endgame tables are in use", all-len(missing), all)
	}
	s.engine.SetTables(tables)
	old := s.tables
	if s.tables = tables; old != nil {
		return old.Close()
	}
	return nil
}

package uci

import (
	"fmt"
	"strconv"
	"strings"

	"xiangqibot/engine"
)

// option is something that a program may set.
type option struct {
	name             string
	least, most, std int // a number from least to most; all zero for a button
	set              func(s *Session, n int)
}

func options() []option {
	return []option{
		{"Hash", 1, 16384, engine.DefaultHashMB, func(s *Session, n int) { s.engine.SetHash(n) }},
		{"Threads", 1, 256, 1, func(s *Session, n int) { s.engine.SetThreads(n) }},
		{"MultiPV", 1, 128, 1, func(s *Session, n int) { s.multiPV = n }},
		{"Clear Hash", 0, 0, 0, func(s *Session, _ int) { s.engine.Clear() }},
	}
}

func (o option) button() bool { return o.most == 0 }

// introduce answers uci.
func (s *Session) introduce() {
	s.say("id name Xiangqibot")
	s.say("id author the Xiangqibot authors")
	for _, o := range options() {
		if o.button() {
			s.say("option name %s type button", o.name)
		} else {
			s.say("option name %s type spin default %d min %d max %d", o.name, o.std, o.least, o.most)
		}
	}
	s.say("uciok")
}

func (s *Session) setOption(args string) {
	name, value, err := cutOption(args)
	if err != nil {
		s.fail("setoption: %v", err)
		return
	}
	var names []string
	for _, o := range options() {
		names = append(names, o.name)
		if !strings.EqualFold(o.name, name) {
			continue
		}
		n := 0
		if !o.button() {
			if n, err = strconv.Atoi(value); err != nil || n < o.least || n > o.most {
				s.fail("setoption %s: value %q, want a number from %d to %d", o.name, value, o.least, o.most)
				return
			}
		} else if value != "" {
			s.fail("setoption %s: it is a button and takes no value", o.name)
			return
		}
		o.set(s, n)
		return
	}
	s.fail("setoption: there is no %q, only %s", name, strings.Join(names, ", "))
}

// cutOption takes "name Clear Hash value 3" apart. Both parts may hold spaces.
func cutOption(args string) (name, value string, err error) {
	rest, ok := strings.CutPrefix(args, "name ")
	if !ok {
		return "", "", fmt.Errorf("%q, want name NAME value VALUE", args)
	}
	name, value, _ = strings.Cut(rest+" ", " value ")
	return strings.TrimSpace(name), strings.TrimSpace(value), nil
}

package story

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/openapi"
	"xiangqibot/bot/playground/pageapi"
	"xiangqibot/bot/playground/simclock"
)

// key is the key of the story among the values of a script.
type key struct{}

// Setup returns a testscript setup function that gives each script its story. The arguments are passed to "play" at each
// start, before those of the script; argsFor returns further ones of one script, such as its own database, or is nil.
func Setup(args []string, argsFor func(testing.TB) []string) func(*testscript.Env) error {
	return func(env *testscript.Env) error {
		t, ok := env.T().(testing.TB)
		if !ok {
			return errors.New("story: the script has to be run by testscript.Run")
		}
		s := &story{
			client: newClient(t.Context()), people: map[string]*actor{}, checker: openapi.For(t),
			program: &program{data: filepath.Join(env.WorkDir, "data"), args: args},
		}
		if argsFor != nil {
			s.program.args = slices.Concat(args, argsFor(t))
		}
		for name, person := range everybody {
			s.people[name] = newActor(s, name, person.id)
		}
		env.Values[key{}] = s
		env.Defer(s.kill)
		return nil
	}
}

// Commands returns the commands of scripts, in addition to testscript's own.
func Commands() map[string]func(ts *testscript.TestScript, neg bool, args []string) {
	commands := map[string]func(*story, bool, []string) error{
		"bot":      (*story).bot,
		"discord":  (*story).discord,
		"later":    (*story).later,
		"together": (*story).together,
		"either":   (*story).either,
		"sees": func(s *story, neg bool, args []string) error {
			third := s.people["third"]
			return third.sees(neg, args, anyone, &third.from)
		},
	}
	for name := range everybody {
		commands[name] = func(s *story, neg bool, args []string) error { return s.people[name].run(neg, args) }
	}
	out := map[string]func(*testscript.TestScript, bool, []string){}
	for name, do := range commands {
		out[name] = func(ts *testscript.TestScript, neg bool, args []string) {
			s, ok := ts.Value(key{}).(*story)
			if !ok {
				ts.Fatalf("the script has no story: Params.Setup has to be story.Setup")
			}
			s.ts = ts
			if err := do(s, neg, args); err != nil {
				ts.Fatalf("%v%s", err, s.program.stderrTail())
			}
			if err := s.client.wireFaults(); err != nil {
				ts.Fatalf("%v", err)
			}
		}
	}
	return out
}

func (s *story) bot(neg bool, args []string) error {
	if neg || len(args) == 0 {
		return errors.New("usage: bot start|kill|stop|restart|reconnect|drop|loses|gets")
	}
	switch args[0] {
	case "start":
		return s.start(args[1:])
	case "kill":
		s.kill()
		return nil
	case "stop":
		err := s.program.stop()
		s.client.close()
		return err
	case "restart":
		s.kill()
		return s.start(args[1:])
	case "reconnect", "drop":
		return s.disrupt(args[0])
	case "loses", "gets":
		return s.permissions(args[0], args[1:])
	}
	return fmt.Errorf("bot %s: there is start, kill, stop, restart, reconnect, drop, loses, gets", args[0])
}

// start starts the bot, and waits until it is connected and has registered commands. What happened since it ended
// counts as new.
func (s *story) start(args []string) error {
	url, err := s.program.start(args)
	if err != nil {
		return err
	}
	client := s.client
	client.open(url)
	if s.checker != nil {
		err := client.stream("wire", func(event string, data []byte) {
			var x playground.Exchange
			if event != "exchange" || json.Unmarshal(data, &x) != nil {
				return
			}
			if err := s.checker.Check(x); err != nil {
				client.faults = append(client.faults, err)
			}
		})
		if err != nil {
			return err
		}
	}
	for _, a := range s.people {
		if a.id == "" {
			continue
		}
		if err := a.follow(); err != nil {
			return err
		}
	}
	return client.awaitBot()
}

func (s *story) kill() {
	s.program.kill()
	s.client.close()
}

// disrupt disrupts the bot's connection by a fault and waits until the bot is back.
func (s *story) disrupt(fault string) error {
	client := s.client
	came := client.connectCount()
	if err := client.call("POST", "faults", map[string]any{"fault": fault}, nil); err != nil {
		return err
	}
	return client.wait("the bot did not come back", func() bool { return client.connects > came && client.online })
}

func (s *story) later(neg bool, args []string) error {
	if neg || len(args) != 1 {
		return errors.New("usage: later 3d")
	}
	s.mark()
	if s.program.cmd == nil {
		d, err := simclock.ParseDuration(args[0])
		s.program.away += d
		return err
	}
	var clock struct{ Now time.Time }
	err := s.client.call("POST", "clock", map[string]any{"advance": args[0]}, &clock)
	if err == nil {
		s.client.mu.Lock()
		defer s.client.mu.Unlock()
		s.client.clockOffset = time.Until(clock.Now)
	}
	return err
}

// discord injects a fault between Discord and the bot, through the playground's API for faults.
func (s *story) discord(neg bool, args []string) error {
	if neg || len(args) == 0 {
		return errors.New("usage: discord FAULT [N] [ON] [KEY:VALUE…], such as: discord limit 2 posts wait:1s; discord heals")
	}
	if args[0] == "heals" {
		return s.client.call("DELETE", "faults", map[string]any{}, nil)
	}
	fault := map[string]any{"fault": args[0]}
	for _, word := range args[1:] {
		key, value, pair := strings.Cut(word, ":")
		if !pair {
			key, value = "on", word
		}
		number, err := strconv.Atoi(value)
		switch {
		case err != nil:
			fault[key] = value
		case pair:
			fault[key] = number
		default:
			fault["times"] = number
		}
	}
	return s.client.call("POST", "faults", fault, nil)
}

// run runs a line of a script.
func (a *actor) run(neg bool, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("what does %s do? The documentation of package story says", a.name)
	}
	verb, rest := args[0], args[1:]
	if a.id == "" && verb != "joins" {
		return fmt.Errorf("%s is not there yet: say \"%s joins\" first", a.name, a.name)
	}
	switch verb {
	case "sees":
		return a.sees(neg, rest, anyone, &a.from)
	case "hears":
		return a.sees(neg, rest, a.isPrivate, &a.heard)
	}
	if err := a.story.settle(); err != nil {
		return err
	}
	switch verb {
	case "gets":
		if len(rest) > 0 && rest[0] == "form" {
			return a.getsForm(rest[1:])
		}
	case "counts":
		return a.counts(rest)
	}
	err := a.acts(verb, rest)
	if !neg {
		return err
	}
	if refused, ok := errors.AsType[*pageapi.RefusedError](err); ok {
		a.story.ts.Logf("refused: %s", refused.Message)
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%s %s was not refused", a.name, strings.Join(args, " "))
}

// changes are the acts that change what a person is, by their words.
var changes = map[string]map[string]any{
	"becomes manager": {"manager": true}, "becomes member": {"manager": false},
	"refuses dms": {"dms": false}, "accepts dms": {"dms": true},
	"installs bot": {"installed": true}, "uninstalls bot": {"installed": false},
	"leaves": {"member": false}, "joins": {"member": true},
}

// verbs are the acts that reach the bot.
var verbs = map[string]func(a *actor, act map[string]any, args []string) error{
	"uses": (*actor).usesMenu, "presses": (*actor).presses, "chooses": (*actor).chooses, "submits": (*actor).submits,
	"completes": (*actor).completes, "says": (*actor).says, "replies": (*actor).replies,
}

func (a *actor) acts(verb string, rest []string) error {
	client := a.story.client
	words := strings.Join(append([]string{verb}, rest...), " ")
	if change, ok := changes[words]; ok {
		return a.changes(change)
	}
	twice := verb == "twice"
	if twice {
		if len(rest) == 0 {
			return errors.New("usage: red twice /command…|presses…|chooses…")
		}
		verb, rest = rest[0], rest[1:]
	}
	act := map[string]any{"person": a.id, "channel": a.channel, "twice": twice}
	switch {
	case strings.HasPrefix(verb, "/"):
		line, err := a.withFiles(append([]string{verb}, rest...))
		if err != nil {
			return err
		}
		act["text"] = strings.Join(line, " ")
		return a.send("command", act)
	case verbs[verb] != nil:
		return verbs[verb](a, act, rest)
	case verb == "speaks" && len(rest) == 1:
		return client.call("PATCH", "people/"+string(a.id), map[string]any{"locale": rest[0]}, nil)
	case (verb == "gets" || verb == "loses") && len(rest) > 1 && rest[0] == "role":
		return a.takesRole(verb == "gets", strings.Join(rest[1:], " "))
	case (verb == "has" || verb == "lacks") && len(rest) > 1 && rest[0] == "role":
		return a.hasRole(verb == "has", strings.Join(rest[1:], " "))
	case verb == "opens" && len(rest) > 0 && rest[0] == "group":
		return a.opensGroup(rest[1:])
	case (threadChanges[verb] != nil || verb == "deletes") && len(rest) > 0:
		return a.changesChannel(verb, rest)
	case verb == "enters" && len(rest) > 0:
		return a.enters(strings.Join(rest, " "))
	case verb == "saves" && (len(rest) == 1 || len(rest) == 3 && rest[1] == "as"):
		return a.saves(rest[0], rest[len(rest)-1])
	}
	return fmt.Errorf("unknown action %q; the documentation of package story lists what people can do", words)
}

// together lets several people act simultaneously: the playground holds the acts back until all are done, and then
// delivers them at once.
func (s *story) together(neg bool, args []string) error {
	acts := [][]string{nil}
	for _, word := range args {
		if word == "&" {
			acts = append(acts, nil)
			continue
		}
		acts[len(acts)-1] = append(acts[len(acts)-1], word)
	}
	if neg || len(acts) < 2 {
		return errors.New("usage: together black presses Accept & third presses Accept")
	}
	if err := s.settle(); err != nil {
		return err
	}
	if err := s.client.call("POST", "gateway", map[string]any{"action": "hold"}, nil); err != nil {
		return err
	}
	var err error
	for _, act := range acts {
		if len(act) < 2 || s.people[act[0]] == nil || s.people[act[0]].id == "" {
			err = fmt.Errorf("%q is not an act of a person who is there", act)
			break
		}
		if err = s.people[act[0]].acts(act[1], act[2:]); err != nil {
			break
		}
	}
	return errors.Join(err, s.client.call("POST", "gateway", map[string]any{"action": "release"}, nil))
}

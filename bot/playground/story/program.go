package story

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A program is the bot as a process: started, killed, started again on the same data.
type program struct {
	story *Story
	data  string
	away  time.Duration // the world has gone on for so long since it ended
	cmd   *exec.Cmd
	ended chan struct{} // closed when the process is gone
	err   error         // how it ended; read after ended

	mu     sync.Mutex
	stderr bytes.Buffer
}

var address = regexp.MustCompile(`https?://[^\s/]+`)

// start runs the program until it is connected and its commands are known.
func (p *program) start(args []string) error {
	if p.cmd != nil {
		return errors.New("the bot runs already")
	}
	line := append(append([]string{}, p.story.opt.Program...), "play", "-addr", "127.0.0.1:0", "-data", p.data)
	if p.away > 0 {
		line = append(line, "-away", p.away.String())
	}
	line = append(append(line, p.story.opt.Args...), args...)
	cmd := exec.Command(line[0], line[1:]...) //nolint:gosec // a test names the program
	cmd.Env = append(os.Environ(), p.story.opt.Env...)
	cmd.Stderr = p
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd, p.ended, p.away = cmd, make(chan struct{}), 0
	found := make(chan string, 1)
	go func() {
		defer close(p.ended)
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			if url := address.FindString(lines.Text()); url != "" {
				select {
				case found <- url:
				default:
				}
			}
		}
		_, _ = io.Copy(io.Discard, out) // a line too long for the scanner; the process must not block on it
		p.err = cmd.Wait()
	}()
	select {
	case url := <-found:
		return p.story.world.open(url, p.story)
	case <-p.ended:
		p.cmd = nil
		return fmt.Errorf("the bot ended at once: %w", errors.Join(p.err, errors.New("it printed no address")))
	case <-time.After(p.story.opt.Patience):
		return errors.Join(errors.New("the bot prints no address like http://127.0.0.1:8765"), p.kill())
	}
}

// kill ends the process as a power failure would.
func (p *program) kill() error {
	if p.cmd == nil {
		return nil
	}
	_ = p.cmd.Process.Kill() // it may be gone already
	<-p.ended
	p.cmd = nil
	p.story.world.close()
	return nil
}

// stop asks the process to end.
func (p *program) stop() error {
	if p.cmd == nil {
		return errors.New("the bot does not run")
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-p.ended:
	case <-time.After(p.story.opt.Patience):
		return errors.Join(errors.New("the bot does not end on SIGTERM"), p.kill())
	}
	p.cmd = nil
	p.story.world.close()
	if p.err != nil {
		return fmt.Errorf("the bot did not end well: %w", p.err)
	}
	return nil
}

// disturb does to the bot's connection what Discord does now and then, and waits until it is back.
func (p *program) disturb(action string) error {
	w := p.story.world
	came := w.arrivals()
	if err := w.post("POST", "gateway", map[string]any{"action": action}, nil); err != nil {
		return err
	}
	return w.wait("the bot did not come back", func() bool { return w.came > came && w.online })
}

// Write collects what the program complains about.
func (p *program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	const kept = 8 << 10
	p.stderr.Write(b)
	if n := p.stderr.Len(); n > 2*kept {
		p.stderr.Next(n - kept)
	}
	return len(b), nil
}

// complaints is the end of the program's standard error, for a failure's message.
func (p *program) complaints() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := strings.TrimSpace(p.stderr.String())
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	return "\nthe bot's last words:\n" + strings.Join(lines[max(len(lines)-20, 0):], "\n")
}

package story

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A program is the bot as a process, which can be started, killed, and restarted on the same data.
type program struct {
	data  string
	args  []string      // of each start
	away  time.Duration // simulated time that has passed since it ended
	cmd   *exec.Cmd
	ended chan struct{} // closed when the process is gone
	err   error         // how it ended; read after ended

	mu     sync.Mutex
	stderr bytes.Buffer
}

var address = regexp.MustCompile(`https?://[^\s/]+`)

// start starts the program and returns the address that it prints.
func (p *program) start(args []string) (url string, err error) {
	if p.cmd != nil {
		return "", errors.New("the bot is already running")
	}
	line := []string{"play", "-addr", "127.0.0.1:0", "-data", p.data}
	if p.away > 0 {
		line = append(line, "-away", p.away.String())
	}
	cmd := exec.Command("xiangqi-bot", slices.Concat(line, p.args, args)...) //nolint:gosec // of a script
	cmd.Stderr = p
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
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
		_, _ = io.Copy(io.Discard, out) // after a line too long for the scanner, so that the process does not block
		p.err = cmd.Wait()
	}()
	select {
	case url := <-found:
		return url, nil
	case <-p.ended:
		p.cmd = nil
		return "", fmt.Errorf("the bot exited at once: %w", errors.Join(p.err, errors.New("it printed no address")))
	case <-time.After(timeout):
		p.kill()
		return "", errors.New("the bot prints no address like http://127.0.0.1:8765")
	}
}

// kill kills the process without warning, if there is one.
func (p *program) kill() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Kill() // it may be gone already
	<-p.ended
	p.cmd = nil
}

// stop asks the process to terminate.
func (p *program) stop() error {
	if p.cmd == nil {
		return errors.New("the bot is not running")
	}
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case <-p.ended:
	case <-time.After(timeout):
		p.kill()
		return errors.New("the bot does not exit on SIGTERM")
	}
	p.cmd = nil
	if p.err != nil {
		return fmt.Errorf("the bot failed: %w", p.err)
	}
	return nil
}

// Write collects the program's standard error.
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

// stderrTail returns the end of the program's standard error, for error messages.
func (p *program) stderrTail() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := strings.TrimSpace(p.stderr.String())
	if text == "" {
		return ""
	}
	lines := strings.Split(text, "\n")
	return "\nthe end of the bot's standard error:\n" + strings.Join(lines[max(len(lines)-20, 0):], "\n")
}

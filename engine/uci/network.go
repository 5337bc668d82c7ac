package uci

import (
	"fmt"
	"os"

	"xiangqibot/engine/eval/nnue"
)

// loadNetwork gives the engine the network of a file in place of the hand-written evaluation; without a file it has
// that again.
func (s *Session) loadNetwork(path string) error {
	if path == "" || path == "<empty>" {
		s.engine.SetNetwork(nil)
		return nil
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	n, err := nnue.Read(file)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	s.engine.SetNetwork(n)
	s.say("info string a network %d wide is in use", n.Width)
	return nil
}

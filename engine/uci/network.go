package uci

import (
	"errors"

	"xiangqibot/engine/eval/nnue"
)

// loadNetwork reads the network of a file; without a file it restores the default network. The network is used unless
// the hand-written evaluation is selected.
func (s *Session) loadNetwork(path string) error {
	n := s.defaultNetwork
	if path != "" && path != "<empty>" {
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
		s.engine.SetNetwork(nil)
		s.say("info string the hand-written evaluation is in use")
		return
	}
	s.engine.SetNetwork(s.network)
	s.say("info string a network %d wide is in use", s.network.Width)
}

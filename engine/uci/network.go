package uci

import (
	"errors"

	"xiangqibot/engine/eval/nnue"
)

// loadNetwork reads the network of a file; without one there is again the network that the session began with. It is
// used unless the evaluation by hand was asked for.
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

// useNetwork lets the engine judge by the network, or by hand.
func (s *Session) useNetwork(on bool) error {
	if on && s.network == nil {
		return errors.New("there is no network; name one with EvalFile")
	}
	s.useClassical = !on
	s.setEvaluation()
	return nil
}

// setEvaluation gives the engine the evaluation that was asked for.
func (s *Session) setEvaluation() {
	if s.useClassical || s.network == nil {
		s.engine.SetNetwork(nil)
		s.say("info string the hand-written evaluation is in use")
		return
	}
	s.engine.SetNetwork(s.network)
	s.say("info string a network %d wide is in use", s.network.Width)
}

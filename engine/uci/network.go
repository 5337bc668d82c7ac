package uci

import (
	"errors"

	"xiangqibot/engine/eval/nnue"
)

// loadNetwork reads the network of a file; without one there is again the network that the session began with. It is
// used if networks are.
func (s *Session) loadNetwork(path string) error {
	n := s.standard
	if path != "" && path != "<empty>" {
		var err error
		if n, err = nnue.ReadFile(path); err != nil {
			return err
		}
	}
	s.network = n
	return s.useNetwork(n != nil && (s.networkOn || n != s.standard))
}

// useNetwork lets the engine judge by the network, or by hand.
func (s *Session) useNetwork(on bool) error {
	if on && s.network == nil {
		return errors.New("there is no network; name one with EvalFile")
	}
	s.networkOn = on
	if !on {
		s.engine.SetNetwork(nil)
		s.say("info string the hand-written evaluation is in use")
		return nil
	}
	s.engine.SetNetwork(s.network)
	s.say("info string a network %d wide is in use", s.network.Width)
	return nil
}

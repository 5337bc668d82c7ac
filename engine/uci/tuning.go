package uci

import "xiangqibot/engine/search"

// tuningOptions returns the options that exist only in a build for tuning (go build -tags tuning): the parameters of
// the search, for programs that tune them by games. They would clutter the option dialogs of other users.
func tuningOptions() []option {
	if !tuning {
		return nil
	}
	return paramOptions()
}

// paramOptions has an option for each parameter of the search.
func paramOptions() []option {
	var list []option
	for _, p := range search.AllParams() {
		list = append(list, spin(p.Name, p.Min, p.Max, p.Default, func(s *Session, n int) {
			if err := s.params.Set(p.Name, n); err != nil {
				s.fail("setoption %s: %v", p.Name, err) // the range is the same, so this is never seen
				return
			}
			s.engine.SetParams(s.params)
		}))
	}
	return list
}

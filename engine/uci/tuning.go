package uci

import "xiangqibot/engine/search"

// tuningOptions are the options that only a build for tuning has (go build -tags tuning): the parameters of the search,
// for programs that tune them by games. Everyone else would only be confused by sixty more options.
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

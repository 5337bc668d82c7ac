package uci

import (
	"errors"
	"fmt"

	"xiangqibot/engine/checkedfile"
	"xiangqibot/engine/endgame"
)

// loadTables replaces the endgame tables of the engine by those in a folder; without a folder by none.
func (s *Session) loadTables(dir string) error {
	var tables *endgame.Tables
	if dir != "" && dir != "<empty>" {
		tables = new(endgame.Tables)
		missing, err := tables.Load(dir)
		if err != nil && !errors.Is(err, checkedfile.ErrDamaged) {
			return errors.Join(err, tables.Close())
		}
		if err != nil {
			s.fail("setoption EndgamePath: %v", err)
		}
		all := len(endgame.Standard())
		if len(missing) == all {
			return fmt.Errorf("there are no endgame tables in %s; xiangqi-lab endgame --out %s makes them", dir, dir)
		}
		s.say("info string %d of %d endgame tables are in use", all-len(missing), all)
	}
	s.engine.SetTables(tables)
	old := s.tables
	if s.tables = tables; old != nil {
		return old.Close()
	}
	return nil
}

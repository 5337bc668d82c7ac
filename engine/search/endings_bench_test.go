package search

import (
	"testing"

	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval/classical"
)

// BenchmarkTables searches the middle games of the bench without endgame tables and with an empty set, which is
// asked as often as a full one.
func BenchmarkTables(b *testing.B) {
	for _, c := range []struct {
		name   string
		tables *endgame.Tables
	}{{"without", nil}, {"with", new(endgame.Tables)}} {
		b.Run(c.name, func(b *testing.B) {
			s := New(NewTable(16), 1, classical.NewEvaluator)
			nodes := uint64(0)
			for b.Loop() {
				for _, rec := range benchRecords()[:3] {
					s.Clear()
					nodes += s.Run(b.Context(), &rec, Limits{Depth: 8, Tables: c.tables}, nil).Nodes
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

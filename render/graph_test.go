package render

import (
	"math"
	"testing"
	"time"
)

var graphStart = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// wave is a line that goes up and down with a shrinking deviation.
func wave(name string, n int, days, base float64) GraphLine {
	line := GraphLine{Name: name}
	for i := range n {
		at := graphStart.Add(time.Duration(float64(i) * days * float64(24*time.Hour)))
		line.Points = append(line.Points, GraphPoint{At: at, Value: base + 120*math.Sin(float64(i)/5) + float64(4*i), Band: 120 + 500/float64(i+1)})
	}
	return line
}

func graphs() map[string]Graph {
	return map[string]Graph{
		"graph-two":  {Title: "红 Alice", Lines: []GraphLine{wave("即时", 40, 2, 1500), wave("通讯", 30, 3, 1650)}},
		"graph-year": {Theme: Night, Title: "Bob", Lines: []GraphLine{wave("Correspondence", 90, 6, 1400)}},
		"graph-hour": {Title: "Bob", Lines: []GraphLine{wave("Live", 6, 0.01, 1500)}}, // an evening
		"graph-one":  {Theme: Contrast, Title: "Nguyễn Đức Hòa", Lines: []GraphLine{wave("Cờ thư", 1, 1, 1662)}},
	}
}

func TestGraphs(t *testing.T) { checkPictures(t, graphs(), shared().Graph) }

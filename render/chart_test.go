package render

import "testing"

// charts are examples: names in several scripts, bars up and down, the viewer's own row; the horns and tones of
// Vietnamese; and a single row.
func charts() map[string]Chart {
	return map[string]Chart{
		"chart-wood": {Title: "本服务器排行榜 · 本周", Rows: []ChartRow{
			{Label: "1. 红 Alice", Value: "1842 · +31 =8 −12", Share: 1, Trend: Up},
			{Label: "2. Nguyễn Đức Hòa", Value: "1731 · +104 =38 −97", Share: 0.74, Trend: Down, Mark: true},
			{Label: "3. Somebody with a very long name, longer than fits", Value: "1662? · +3 =0 −1", Share: 0.55},
			{Label: "4. 电脑5级", Value: "1500", Share: 0.2},
		}},
		"chart-night": {Theme: Night, Title: "Best players of all servers · live · this month", Rows: []ChartRow{
			{Label: "11. Bob", Value: "+38", Share: 0.9, Trend: Up},
			{Label: "12. Carol", Value: "−42", Share: -1, Trend: Down, Mark: true},
		}},
		"chart-vietnamese": {Title: "Bảng xếp hạng · tuần này", Rows: []ChartRow{
			{Label: "1. Cờ thư · Trường", Value: "1842", Share: 1},
			{Label: "2. Người Hưởng Ứng", Value: "1731", Share: 0.8},
			{Label: "3. ƯU VIỆT ĐƯỢC THƯỞNG", Value: "1662", Share: 0.6},
			{Label: "4. Nguyễn Hữu Trợ, Lý Tĩnh, Kỉ", Value: "1500", Share: 0.4},
		}},
		"chart-contrast": {Theme: Contrast, Rows: []ChartRow{{Label: "炮二平五", Value: "3", Share: 1}}},
	}
}

func TestCharts(t *testing.T) { checkPictures(t, charts(), shared().Chart) }

package paste

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// labels are the words before a colon that lists of moves begin with, and what PGN calls them; "" is of no use here.
var labels = map[string]string{
	"标题": "Title", "標題": "Title", "赛事": "Event", "賽事": "Event", "比赛": "Event", "比賽": "Event", "轮次": "Round", "輪次": "Round",
	"日期": "Date", "地点": "Site", "地點": "Site", "红方": "Red", "紅方": "Red", "红": "Red", "紅": "Red", "先手": "Red",
	"黑方": "Black", "黑": "Black", "后手": "Black", "後手": "Black", "布局": "Opening", "佈局": "Opening", "开局": "Opening", "開局": "Opening",
	"结果": "Result", "結果": "Result", "对局结果": "Result", "對局結果": "Result", "比赛结果": "Result", "比賽結果": "Result",
	"对局日期": "Date", "對局日期": "Date", "比赛日期": "Date", "比賽日期": "Date", "比赛地点": "Site", "比賽地點": "Site",
	"Đỏ": "Red", "Đen": "Black", "Kết quả": "Result", "Giải": "Event", "Vòng": "Round", "Ngày": "Date", "Địa điểm": "Site",
	"Event": "Event", "Site": "Site", "Date": "Date", "Round": "Round", "Red": "Red", "Black": "Black", "Result": "Result",
}

// labelAt is one of the labels with its colon: the first thing of a line, or after a blank or a comma.
var labelAt = regexp.MustCompile(`(?:^|[\s\p{Z},，;；、|｜(（])(` + strings.Join(slices.Sorted(maps.Keys(labels)), "|") + `)[\s\p{Z}]*[:：]`)

// labeled is what a text after a label says of a matter, by PGN's name for it.
type labeled struct{ name, value string }

// cutLabels cuts a line up at the labels that are known: 紅方：許某　黑方：胡某　結果：紅勝. What is before the first is the rest. A
// label that is not the first thing of its line counts where there are several.
func cutLabels(line string) (rest string, all []labeled) {
	for left := line; ; {
		var at []int
		if strings.ContainsAny(left, ":：") { // most words and lines have no label
			at = labelAt.FindStringSubmatchIndex(left)
		}
		end := len(left)
		if at != nil {
			end = at[2]
		}
		text := strings.TrimFunc(left[:end], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",，;；、|｜", r) })
		if len(all) == 0 {
			rest = text
		} else {
			all[len(all)-1].value = text
		}
		if at == nil {
			break
		}
		all = append(all, labeled{name: labels[left[at[2]:at[3]]]})
		left = left[at[1]:]
	}
	if rest != "" && len(all) == 1 {
		return line, nil
	}
	return rest, all
}

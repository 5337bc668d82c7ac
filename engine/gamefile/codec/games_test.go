package codec_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/gamefile/codec"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/testcases"
)

// way is a format with a style to write moves in.
type way struct {
	format gamefile.Format
	style  notation.Style
}

func (w way) String() string { return fmt.Sprintf("%v in %v", w.format, w.style) }

// ways are all that games can be written as and read back. PGN writes the styles left out as one of these.
func ways() []way {
	all := []way{{gamefile.PGN, notation.Chinese}, {gamefile.PGN, notation.WXF}, {gamefile.PGN, notation.ICCS}, {gamefile.DhtmlXQ, notation.Chinese}}
	for _, s := range notation.Styles() {
		all = append(all, way{gamefile.MoveList, s})
	}
	return all
}

// there returns what becomes of a game that is written and read.
func (w way) there(g *gamefile.Game) (gamefile.Game, error) {
	text, err := codec.Write(g, w.format, w.style)
	if err != nil {
		return gamefile.Game{}, err
	}
	back, format, err := codec.Read(text)
	if err == nil && format != w.format {
		err = fmt.Errorf("read as %v", format)
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, text)
	}
	return back, err
}

// played is a game of the collection beside the project.
type played struct{ Date, Result, Moves, Ecco string }

// game returns it as a file would hold it. Name and date are one text: that is what a list has room for.
func (r played) game(t testing.TB) gamefile.Game {
	g := gamefile.Game{Start: board.StartPosition(), Event: strings.TrimSpace(r.Ecco + " " + r.Date)}
	for _, text := range strings.Fields(r.Moves) {
		m := testcases.Move(t, text)
		g.Moves = append(g.Moves, m)
	}
	for _, result := range []gamefile.Result{gamefile.RedWins, gamefile.BlackWins, gamefile.Draw} {
		if r.Result == result.String() {
			g.Result = result
		}
	}
	return g
}

// difference shows where two games differ.
func difference(a, b gamefile.Game) string {
	return cmp.Diff(a, b, cmp.Comparer(func(a, b board.Position) bool { return a == b }))
}

// What the tags of real games are made of.
var (
	realPlayers = []string{"许银川", "吕钦", "胡荣华", "王天一", "洪智", "郑惟桐", "黎德志", "赖理兄", "楊官璘", "Lại Lý Huynh",
		"Nguyễn Thành Bảo", "Đặng Cửu Tùng Lân", "Hà Văn Tiến",
		"Ngô Lan Hương", "Joerg Sonnabend", "O'Brien", "A. B. Smith-Jones", "user_1234", "h2e2", "xXx炮王xXx", "马炮争雄",
		"車馬炮", "炮打隔山", "马到成功", "兵三进一", "C2=5", "M8.7", "一路平安",
		"Player 1", "1.e4", "007", "9527", "小明2018", "(匿名)", "【象棋】老王", "[bot]", "xiangqi-bot level 7", "deleted player",
		"红方", "黑方", "红先", "和", "*star*", "_x_", "~tilde~", "红胜", "1-0",
		"#1 fan", "> quote", "- dash", "a/b/c/d/e/f/g/h/i/j", "王, 李", "第1回合", "Round 2", "50% off", "{x}", "x}", "；；",
		"👍", "Ω≈ç", "@here", "http", "棋谱"}
	realEvents = []string{"第38届全国象棋个人赛", "2018年全国象棋甲级联赛", "五羊杯", "第五届“杨官璘杯”", "Giải vô địch quốc gia 2019",
		"Cúp Phương Trang lần 3", "World Xiangqi Championship 2017", "4th Asian Cup",
		"许银川 先胜 吕钦 2018-04-27", "许银川 先和 吕钦", "决赛 2-1", "表演赛(快棋)", "网络赛 5分钟+3秒", "Open A (rd. 3)", "车轮战 1对20", "中炮对屏风马",
		"顺炮直车对横车", "仕角炮专集", "马八进七 研究",
		"炮二平五 马8进7 开局", "10'+5\"", "U-12", "A1-B2", "1/2-1/2", "赛事：甲级联赛", "Cup: final", "結果：紅勝", "棋谱：", "着法",
		"C39 中炮过河车", "E10", "1. 全国赛", "一、个人赛", "①组", "Ván 1", "7/2018"}
	realSites = []string{"广州", "香港", "TP. Hồ Chí Minh", "Hà Nội", "Singapore", "Germany, Munich", "天天象棋 app 3.1",
		"https://www.xqinenglish.com/", "www.dpxq.com", "大厅 12 号桌", "bàn 3", "Table 4-2"}
	realDates = []string{"2018-04-27", "2018.04.27", "2018/04/27", "2018年4月27日", "1981", "27.4.2018", "27/4/18",
		"04-27", "Apr 27, 2018", "????.??.??", "2018-04-27 12:30", "18-4-27", "十月廿三"}
	realRounds = []string{"1", "第02轮", "3.1", "第3轮 第2台", "Final", "vòng 5", "SF-2", "12", "2-1"}
)

// realTags gives a game the tags of some real one.
func realTags(t *rapid.T, g *gamefile.Game) {
	some := func(label string, all []string) string {
		switch rapid.IntRange(0, 5).Draw(t, "kind of "+label) {
		case 0:
			return ""
		case 1: // two of them
			return rapid.SampledFrom(all).Draw(t, label) + rapid.SampledFrom([]string{" ", "", "·", " - ", "：",
				"、"}).Draw(t, "between") + rapid.SampledFrom(all).Draw(t, label)
		}
		return rapid.SampledFrom(all).Draw(t, label)
	}
	g.Event, g.Site, g.Date, g.Round = some("event", realEvents), some("site", realSites), some("date", realDates),
		some("round", realRounds)
	g.Red, g.Black, g.Opening = some("red", realPlayers), some("black", realPlayers), some("opening", realEvents)
	for _, name := range []string{"RedTeam", "Annotator", "Title"} {
		if value := some(name, realPlayers); value != "" {
			g.Tags = append(g.Tags, gamefile.Tag{Name: name, Value: value})
		}
	}
}

// rows returns some games of the collection.
func rows(t testing.TB) (all []gamefile.Game) {
	n := 0
	testcases.Each(t, "data/games.jsonl.gz", func(row played) {
		if n++; n%500 == 0 {
			all = append(all, row.game(t))
		}
	})
	return all
}

// keepsGame tells what is lost of the start, the moves and the result of a game that is written and read.
func keepsGame(w way, g *gamefile.Game) (gamefile.Game, bool, error) {
	back, err := w.there(g)
	kept := err == nil && back.Start == g.Start && reflect.DeepEqual(back.Moves, g.Moves) && back.Result == g.Result &&
		back.More == 0 && len(back.Comments) == 0
	return back, kept, err
}

// TestRealTitles: played games under titles as people give them are read back in every format and every notation.
func TestRealTitles(t *testing.T) {
	games := rows(t)
	rapid.Check(t, func(t *rapid.T) {
		g := rapid.SampledFrom(games).Draw(t, "game")
		if rapid.Bool().Draw(t, "from the middle") {
			at := rapid.IntRange(0, len(g.Moves)-1).Draw(t, "from")
			record := board.Record{Start: g.Start, Moves: g.Moves[:at]}
			g.Start, g.Moves = record.Position(), g.Moves[at:]
		}
		g.Moves = g.Moves[:rapid.IntRange(min(1, len(g.Moves)), len(g.Moves)).Draw(t, "moves")]
		realTags(t, &g)
		for _, w := range ways() {
			if back, kept, err := keepsGame(w, &g); !kept {
				t.Fatalf("%v: %v\n%s", w, err, difference(g, back))
			}
		}
	})
}

// TestTitleComesBack: a title that holds nothing of a game's own signs comes back as it was.
func TestTitleComesBack(t *testing.T) {
	games := rows(t)[:8]
	for i, title := range []string{"许银川 先胜 吕钦 2018-04-27", "2018-04-27", "2018年4月27日", "许银川 2-1 吕钦", "决赛 2-1, 广州",
		"第38届全国象棋个人赛（2018）", "Giải A1, bàn 3, vòng 5", "A 15-6 B",
		"C39 中炮过河车对屏风马", "顺炮直车对横车 7/2018", "车马上阵 一路平安", "Team C2=5 – M8.7", "炮二平五 专集", "10'+5\" U-12", "Round 3: A – B",
		"No. 12", "12", "3.1", "第1局", "甲：乙", "许银川 先和 吕钦", "许银川 先负 吕钦", "许银川 先胜 吕钦"} {
		g := games[i%len(games)]
		g.Moves = g.Moves[:min(len(g.Moves), 20)]
		g.Event, g.Result = title, gamefile.Result(i%4)
		for _, w := range ways() {
			if w.format != gamefile.MoveList {
				continue
			}
			want := title
			if back, kept, err := keepsGame(w, &g); !kept || back.Event != want {
				t.Errorf("%v: %q comes back as %q, %v", w, want, back.Event, err)
			}
		}
	}
}

// FuzzTitle: whatever the names, what is written is read back as the same moves.
func FuzzTitle(f *testing.F) {
	for _, title := range append(realEvents, strings.Join(realPlayers, "\n"), "[Event \"x\"]",
		"[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist]", board.StartFEN, "XQ\x01", "1. 炮二平五 马8进7", "\uFEFF", "{", "(",
		"红胜") {
		f.Add(title, "许银川", uint8(3))
	}
	g := typical()
	g.Comments, g.Variations = nil, nil
	f.Fuzz(func(t *testing.T, event, red string, moves uint8) {
		g := g
		g.Event, g.Red = event, red
		g.Moves = g.Moves[:1+int(moves)%(len(g.Moves)-1)]
		for _, w := range ways() {
			if w.format != gamefile.MoveList {
				continue
			}
			if back, kept, err := keepsGame(w, &g); !kept {
				t.Fatalf("%v: %v\n%s", w, err, difference(g, back))
			}
		}
	})
}

package view

import (
	"strings"

	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/pattern"
)

// MostNames is how many names of a mate are given: the first says most, and a third says nothing new.
const MostNames = 2

// CheckmateText says that the side to move is mated, and what players call such a mate: "Checkmate · Horse-Cannon!".
func CheckmateText(rec *board.Record, w words.Words) string {
	var names []string
	for _, n := range pattern.Names(rec) {
		if len(names) < MostNames {
			names = append(names, MateName(w, n))
		}
	}
	if len(names) == 0 {
		return w.Say("end.checkmate")
	}
	return w.Say("mate.named", words.Vars{"Names": strings.Join(names, " · ")})
}

// MateName returns the players' name of a mate pattern, "" for none.
func MateName(w words.Words, n pattern.Name) string {
	if key := mateKeys[n]; key != "" {
		return w.Say(key)
	}
	return ""
}

// MotifName returns the players' name of a motif, "" for none.
func MotifName(w words.Words, m pattern.Motif) string {
	if key := motifKeys[m]; key != "" {
		return w.Say(key)
	}
	return ""
}

var mateKeys = map[pattern.Name]string{
	pattern.Kunbi:      "mate.kunbi",
	pattern.Shuangbei:  "mate.shuangbei",
	pattern.Songfo:     "mate.songfo",
	pattern.Haidi:      "mate.haidi",
	pattern.Shuangma:   "mate.shuangma",
	pattern.Dadan:      "mate.dadan",
	pattern.Xiaodao:    "mate.xiaodao",
	pattern.Paonian:    "mate.paonian",
	pattern.Pingding:   "mate.pingding",
	pattern.Tiandi:     "mate.tiandi",
	pattern.Tiemen:     "mate.tiemen",
	pattern.Jiache:     "mate.jiache",
	pattern.Chongpao:   "mate.chongpao",
	pattern.Mahoupao:   "mate.mahoupao",
	pattern.Mengong:    "mate.mengong",
	pattern.Mensha:     "mate.mensha",
	pattern.Bahuang:    "mate.bahuang",
	pattern.Bajiao:     "mate.bajiao",
	pattern.Guajiao:    "mate.guajiao",
	pattern.Wocao:      "mate.wocao",
	pattern.Diaoyu:     "mate.diaoyu",
	pattern.Cemian:     "mate.cemian",
	pattern.Lima:       "mate.lima",
	pattern.Ergui:      "mate.ergui",
	pattern.Shuangche:  "mate.shuangche",
	pattern.Xiaogui:    "mate.xiaogui",
	pattern.Laozu:      "mate.laozu",
	pattern.Sanzi:      "mate.sanzi",
	pattern.Shuangzhao: "mate.shuangzhao",
	pattern.Duimian:    "mate.duimian",
}

var motifKeys = map[pattern.Motif]string{
	pattern.Chouzi:     "motif.chouzi",
	pattern.Zhuoshuang: "motif.zhuoshuang",
	pattern.Chuanda:    "motif.chuanda",
	pattern.Qianzhi:    "motif.qianzhi",
	pattern.Shanji:     "motif.shanji",
	pattern.Xiaochu:    "motif.xiaochu",
	pattern.Yinli:      "motif.yinli",
	pattern.Yinru:      "motif.yinru",
	pattern.Duse:       "motif.duse",
	pattern.Lanjie:     "motif.lanjie",
	pattern.Tengnuo:    "motif.tengnuo",
	pattern.Kunzi:      "motif.kunzi",
	pattern.Jiejiang:   "motif.jiejiang",
	pattern.Duncuo:     "motif.duncuo",
	pattern.Qizi:       "motif.qizi",
	pattern.Duizi:      "motif.duizi",
}

// openingLanguages are the languages in which openings have names, as phrase files call them.
var openingLanguages = map[string]book.Language{
	"en": book.English, "vi": book.Vietnamese, "zh-CN": book.Simplified, "zh-TW": book.Traditional,
}

// OpeningName names an opening in the language that the viewer's phrase files name for it, "" if there is none.
func OpeningName(w words.Words, o *book.Opening) string {
	if o == nil {
		return ""
	}
	if lang, ok := openingLanguages[w.Say("language.openings")]; ok {
		return o.Name(lang)
	}
	return o.Name(book.English)
}

// OpeningOf returns the name of a game's opening, "" if it has none.
func OpeningOf(w words.Words, rec *board.Record) string { return OpeningName(w, book.OpeningOf(rec)) }

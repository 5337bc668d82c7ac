package gamefile

import "strings"

// resultOf reads a result: 1-0 and the like, or what Chinese and Vietnamese records write at the end.
func resultOf(word string) (Result, bool) {
	switch strings.TrimRight(word, ".。!！,，") {
	case "1-0", "１-０", "１－０", "2-0", "红胜", "紅勝", "红方胜", "紅方勝", "红先胜", "紅先勝", "先胜", "先勝", "黑负", "黑負", "黑方负", "黑方認輸", "黑方认输", "黑认输", "红方获胜", "紅方獲勝":
		return RedWins, true
	case "0-1", "０-１", "０－１", "0-2", "黑胜", "黑勝", "黑方胜", "黑方勝", "先负", "先負", "红负", "紅負", "红方负", "紅方認輸", "红方认输", "红认输", "黑方获胜", "黑方獲勝":
		return BlackWins, true
	case "1/2-1/2", "1/2", "½-½", "0.5-0.5", "1-1", "和", "和棋", "和局", "先和", "平局", "作和", "议和", "議和", "双方和", "双方和棋", "雙方和棋", "红和", "紅和":
		return Draw, true
	case "*", "未知", "不明":
		return Unknown, true
	}
	return Unknown, false
}

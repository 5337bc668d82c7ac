package notation

import (
	"cmp"
	"errors"
	"strings"

	"xiangqibot/engine/board"
)

// Phones write 跑二平五 for 炮二平五: the keyboard is given pao and offers other characters of that sound first. What is
// no move by its characters is tried by their sounds, last of all. A move found so is only ever asked back: an
// *AmbiguousError with Sound.

// homophones are, for a character of the moves, those with its toneless pinyin, or that of another name of its piece.
// They are all that have one of these syllables as their usual reading among the 3,755 common simplified characters of
// GB 2312, level 1, and the 5,401 common traditional ones of Big5, level 1. Characters that a move is written with are
// not among them. 上 and 下 have no row: that text is mostly conversation (跑一下吧, let us run a bit).
var homophones = map[rune]string{
	'炮': "抛咆刨袍跑泡庖拋皰匏苞胞褒薄雹保堡饱宝抱报暴豹鲍爆報葆鉋飽褓鮑寶鑤",
	'马': "妈麻玛码蚂骂嘛吗嗎媽痲瑪碼罵螞嬤蟆",
	'车': "桔鞠拘狙疽居驹菊局咀矩举沮聚拒据巨具距踞锯俱句惧炬剧侷苣倨砠掬莒鉅跼劇駒據橘鋸屨舉遽颶齟懼扯撤掣彻澈" +
		"坼徹",
	'相': "厢镶香箱襄湘乡翔祥详想响享项巷橡像向庠廂鄉項詳餉嚮瓖響饗鑲降",
	'仕': "匙师失狮施湿诗尸虱十石拾时食蚀实识史矢使屎驶始式示世柿事拭誓逝势是嗜噬适侍释饰氏市恃室视试豕屍師時" +
		"舐豉視勢塒弒溼獅筮試詩軾飾實蝕奭蝨適駛濕螫識釋",
	'帅': "僵姜浆江疆蒋桨奖讲匠酱絳槳漿獎蔣彊薑講醬韁摔衰甩蟀率",
	'兵': "冰柄丙秉饼炳病并並併摒稟鉼餅租足族祖诅阻组俎組詛鏃",
	'进': "巾筋斤金今津襟紧锦仅谨靳晋禁近烬浸尽劲勁矜觔晉僅盡緊瑾儘噤縉錦燼覲謹饉",
	'退': "推颓腿蜕褪蛻頹",
	'平': "乒坪苹萍凭瓶评屏枰娉評憑蘋",
	'前': "牵扦钎铅千迁签仟谦乾黔钱钳潜遣浅谴堑嵌欠歉阡倩虔淺牽鈐愆鉗鉛塹搴箝潛遷錢縴謙簽騫譴籤韆",
	'中': "盅忠钟衷终种肿重仲众冢眾終塚腫種踵鍾鐘",
	'后': "喉侯猴吼厚候逅堠篌鱟",
	'1': "医揖铱依伊衣颐夷遗移仪胰疑沂宜姨彝椅蚁倚已乙矣以艺抑易邑屹亿役臆逸肄疫亦裔意毅忆义益溢诣议谊译异翼翌" +
		"绎弋刈圯佚迆佾怡咦咿奕帟弈羿迤栘浥訑偯異痍貽軼睪義詣飴旖漪蜴億儀誼劓噫憶縊遺頤翳醫鎰繹藝蟻議譯囈懿驛",
	'2': "而儿耳尔饵洱兒爾餌邇",
	'3': "伞散傘糝",
	'4': "斯撕嘶思私司丝死寺嗣饲巳兕姒泗祀耜絲飼廝駟鷥似",
	'5': "巫呜钨乌污诬屋无芜梧吾吴毋武捂午舞侮坞戊雾晤物勿务悟误兀圬汙吳唔烏務無嗚塢蜈寤誣誤嫵憮蕪鎢霧騖鵡鼯",
	'6': "溜琉榴硫馏留刘瘤流柳遛劉瀏霤餾",
	'7': "期欺栖戚妻凄漆沏其棋奇歧畦崎脐齐旗祈祁骑起岂乞企启契砌器气迄弃汽泣讫圻岐杞俟祇氣耆訖豈悽啟棄淇淒棲琪" +
		"琦萋祺綺齊慼槭憩磧錡蹊臍騎麒鰭",
	'8': "芭扒叭吧笆疤巴拔跋靶把耙坝霸罢爸罷壩灞",
	'9': "揪究纠韭久灸酒厩救旧臼舅咎就疚糾柩赳啾廄鳩舊",
}

// soundOf finds the character of the moves that has the sound of another one.
var soundOf = func() map[rune]rune {
	sounds := make(map[rune]rune)
	for means, others := range homophones {
		for _, r := range others {
			sounds[r] = means
		}
	}
	return sounds
}()

// parseBySound returns, as an *[AmbiguousError] with Sound, the moves that a text can mean by the sounds of its
// characters. If a rule forbids them, the error is that *[IllegalError].
func parseBySound(p *board.Position, text string) (board.Move, error) {
	if strings.ContainsAny(text, "上下") {
		return noMove(text)
	}
	respelled := strings.Map(func(r rune) rune { return cmp.Or(soundOf[r], r) }, text)
	if respelled == text {
		return noMove(text)
	}
	m, err := Dialect{inFile: true}.parseNotation(p, respelled)
	switch e := (*AmbiguousError)(nil); {
	case err == nil:
		return board.NoMove, &AmbiguousError{Text: text, Candidates: []board.Move{m}, Sound: true}
	case errors.As(err, &e):
		if e.MissingFile { // 马上就: at once
			return noMove(text)
		}
		e.Sound = true
	}
	return board.NoMove, withText(err, text)
}

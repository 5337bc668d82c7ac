package words

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// script is one of the two ways to write Chinese.
type script struct {
	// has reports whether the script's old national character set has a character. That alone keeps nearly all
	// characters of the other script out.
	has func(r rune) bool
	// foreign are characters that the set has, but that are nearly always a slip: the other script uses them where this
	// one has another character.
	foreign string
	// words are removed before the search: those in which such characters are right, or that only look like one of the
	// terms.
	words *strings.Replacer
	// terms are words of the other region, and words that docs/glossary.md replaces by others.
	terms []string
}

var scripts = map[Language]script{
	Simplified: {
		has: func(r rune) bool {
			_, err := simplifiedchinese.HZGB2312.NewEncoder().String(string(r))
			return err == nil
		},
		foreign: "乾夥後徵摺於麽瞭藉著",
		words:   strings.NewReplacer("著名", "", "显著", ""),
		terms: []string{"伺服器", "软体", "硬体", "滑鼠", "萤幕", "资料库", "讯息", "汇入", "汇出",
			"习题", "擂主", "每着", "一着", "几着", "}}着"},
	},
	Traditional: {
		has: inBig5,
		foreign: "万丑丰么于云仆价优余佣儿党准几凄划厂后吨听圣坏复夸宁尸岭帘干并庄异征忏怀怜惊愿扑扰挂据斗昵晒朴机杠杰极构柜栖棱" +
			"气泄泞洁洒洼涂涌淀游炖痒确离种筑篱网羡肮胜腊苹范茧荐虫虱蚕蚝蜡蝎触赶踊适郁采里体跃",
		words: strings.NewReplacer("若干", "", "公里", "", "准許", "", "批准", "", "檢視", ""),
		terms: []string{
			"默認", "用戶", "服務器", "賬", "設置", "信息", "鏈接", "網絡", "屏蔽", "視頻", "文件", "數據", "程序", "界面", "登錄", "搜索", "加載",
			"字符", "鼠標", "打印", "支持", "添加", "保存", "創建", "命令", "菜單", "窗口", "導入", "導出", "屏幕", "軟件", "硬件", "一條訊息",
			"習題", "擂主", "每著", "一著", "幾著", "}}著", "超時", "等級分", "謝絕", "查看", "皮卡魚",
		},
	},
}

// inBig5 reports whether Big5 has a character. The encoder alone does not suffice: it includes the additions of Hong
// Kong, many of which are simplified.
func inBig5(r rune) bool {
	b, err := traditionalchinese.Big5.NewEncoder().Bytes([]byte(string(r)))
	if err != nil || len(b) != 2 {
		return false
	}
	code := int(b[0])<<8 | int(b[1])
	return 0xa440 <= code && code <= 0xc67e || 0xc940 <= code && code <= 0xf9dc
}

// slip returns the first part of a text that does not belong to the script, "" if there is none.
func (s script) slip(text string) string {
	text = s.words.Replace(text)
	for _, term := range s.terms {
		if strings.Contains(text, term) {
			return term
		}
	}
	for _, r := range text {
		if unicode.Is(unicode.Han, r) && (!s.has(r) || strings.ContainsRune(s.foreign, r)) {
			return string(r)
		}
	}
	return ""
}

// No phrase mixes the two scripts.
func TestChineseScriptsAreNotMixed(t *testing.T) {
	for lang, script := range scripts {
		for key, m := range messagesOf(t, lang) {
			if slip := script.slip(m.Other); slip != "" {
				t.Errorf("%s: %s: %s does not belong to this script: %s", lang, key, slip, m.Other)
			}
		}
	}
}

// misset are ways to set a Chinese text that the phrases do not use, by the rule that each breaks.
var misset = map[string]*regexp.Regexp{
	"a space separates a name in backticks from Chinese characters": regexp.MustCompile(`\p{Han}` + "`" + `|` + "`" + `\p{Han}`),
	"no space separates a number from Chinese characters":           regexp.MustCompile(`\p{Han} \{\{\.Count\}\}|\{\{\.Count\}\} \p{Han}`),
	"no space follows a full-width mark":                            regexp.MustCompile(`[，。；：？！、（“「] `),
	"marks between Chinese characters are full-width":               regexp.MustCompile(`\p{Han}[,;:?!()]|[()]\p{Han}`),
	"everybody is addressed as 你":                                   regexp.MustCompile(`您`),
}

// Chinese phrases follow the same rules of typography.
func TestChineseTypography(t *testing.T) {
	for lang := range scripts {
		for key, m := range messagesOf(t, lang) {
			for wrong, found := range misset {
				if slip := found.FindString(m.Other); slip != "" {
					t.Errorf("%s: %s: %s: %q in %s", lang, key, wrong, slip, m.Other)
				}
			}
		}
	}
}

// No command has a name that means something else in Taiwan: 預設 is the default, 檔案 a file.
func TestTaiwaneseCommandNames(t *testing.T) {
	for key, m := range messagesOf(t, Traditional) {
		command, isName := strings.CutSuffix(strings.TrimPrefix(key, "command."), ".name")
		if isName && !strings.Contains(command, ".") && (m.Other == "預設" || m.Other == "檔案") {
			t.Errorf("the command %s is called %s", command, m.Other)
		}
	}
}

// TestNoSpaceBesideChineseWords: a phrase's space beside a placeholder is for a mention or a Latin name, and is removed
// where Chinese words fill the placeholder. Spaces inside the value stay.
func TestNoSpaceBesideChineseWords(t *testing.T) {
	p, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lang      Language
		key       string
		who, want string
	}{
		{Simplified, "news.moved", "电脑", "电脑走了 **X**。"},
		{Simplified, "news.moved", "<@1>", "<@1> 走了 **X**。"},
		{Simplified, "news.moved", "Alice", "Alice 走了 **X**。"},
		{Simplified, "news.moved", "张 三", "张 三走了 **X**。"},
		{Traditional, "news.moved", "已刪除的棋手", "已刪除的棋手走了 **X**。"},
		{Vietnamese, "news.moved", "Máy", "Máy đi **X**."},
	} {
		if got := p.In(c.lang).Say(c.key, Vars{"Who": c.who, "Move": "X"}); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.key, c.lang, got, c.want)
		}
	}
}

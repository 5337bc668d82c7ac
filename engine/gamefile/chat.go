package gamefile

import (
	"regexp"
	"strings"
)

// speaker is the name of who says something, before a colon, perhaps behind the time at which they did.
var speaker = regexp.MustCompile(`^[ \t\x{3000}]*(?:[\[(（【]?\d{1,4}[-/:：.年月日 \d]*[\])）】]?[ \t]*)?([^\s\d:：,，。;；.][^:：,，。;；.!?]{0,40}?)[ \t]*[:：][ \t\x{3000}]*`)

// chat takes the names off a conversation of two who play by it, one move a line in turn: 小明: 炮二平五, 小红: 马8进7. A name
// may have a line of its own before the move. It returns the names of Red and Black, and tells false where a text is
// none.
func chat(text string) (bare string, names [2]string, ok bool) {
	if !strings.ContainsAny(text, ":：") {
		return "", names, false
	}
	var b strings.Builder
	spoken := 0  // moves
	before := "" // the name on the line before
	for line := range strings.Lines(text) {
		name, said := before, line
		before = ""
		if at := speaker.FindStringSubmatchIndex(line); at != nil {
			name, said = line[at[2]:at[3]], line[at[1]:]
			if strings.TrimSpace(said) == "" {
				before = name
				b.WriteString("\n")
				continue
			}
		}
		switch {
		case findMove(said) != "" && name == "":
			return "", names, false
		case findMove(said) == "":
			b.WriteString(line)
			continue
		}
		if n := hanMove(said); n == 0 && findHan(said) >= 0 || n > 0 && !isFiller(said[n:]) { // 炮二平五好
			return "", names, false
		}
		if spoken < 2 {
			names[spoken] = name
		}
		if names[spoken%2] != name || names[0] == names[1] || namesMore(said, 1) {
			return "", names, false
		}
		spoken++
		b.WriteString(said)
	}
	return b.String(), names, spoken > 1
}

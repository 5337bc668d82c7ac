package lessonview

import (
	"strings"
	"testing"

	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// Every lesson can be shown, solved, failed and misread, within Discord's limits. Each is drawn in one language; the
// others say it as well.
func TestLessonsAreShown(t *testing.T) {
	v := readertest.View()
	learned := member.Progress{}
	for n, l := range lesson.All() {
		for i, lang := range viewtest.Phrases(t).Languages() {
			r := readertest.Viewer(t, lang, "1")
			for _, part := range []string{"title", "text", "task", "wrong"} {
				key := phraseKey(l, part)
				if text := r.Say(key, lessonVars(l, r)); text == "["+key+"]" || strings.Contains(text, "<no value>") {
					t.Errorf("%s in %s: %s", l.Name, lang, text)
				}
			}
			if i == n%len(viewtest.Phrases(t).Languages()) {
				replies := lessonReplies(t, v, l, learned, r)
				for what, reply := range replies {
					if problem := viewtest.BreaksLimits(reply.Message()); problem != "" || reply.Picture == nil {
						t.Errorf("%s, %s in %s: %s", l.Name, what, lang, problem)
					}
				}
			}
		}
		learned[l.Name] = true
	}
}

// lessonReplies are the messages that a lesson can be.
func lessonReplies(t *testing.T, v *view.View, l *lesson.Lesson, learned member.Progress, r view.Viewer) map[string]view.Reply {
	t.Helper()
	replies := map[string]view.Reply{"hint": LessonHint(v, l, learned, r)}
	p := l.Position()
	for _, m := range p.LegalMoves(nil) {
		switch {
		case l.Solves(m):
			replies["taken up"] = Lesson(v, l, learned, m.From(), view.Wrong{}, r)
			replies["solved"] = LessonSolved(v, l, m, learned, r)
		case replies["wrong"].Text == "":
			replies["wrong"] = LessonWrong(v, l, m, learned, r)
		}
	}
	if len(replies) != 4 {
		t.Errorf("%s has %d messages", l.Name, len(replies))
	}
	return replies
}

// TestLessonOfNotation: the example of the lesson about notation is in the notation that its language explains,
// whatever the pupil has chosen.
func TestLessonOfNotation(t *testing.T) {
	l, _ := lesson.Find("notation")
	for lang, example := range map[words.Language]string{
		words.English: "**C2=5**", words.Simplified: "**炮二平五**", words.Traditional: "**炮二平五**", words.Vietnamese: "**P2-5**",
	} {
		r := readertest.Viewer(t, lang, "1")
		for _, r.Style = range notation.Styles() {
			vars := lessonVars(l, r)
			if text := r.Say("lesson.notation.text", vars); !strings.Contains(text, example) {
				t.Errorf("%s, %v: %s", lang, r.Style, text)
			}
			p := l.Position()
			own := notation.Format(&p, board.NewMove(l.Piece, l.Target), r.Style)
			if text := lessonOwn(l, r); (text == "") != (example == "**"+own+"**") || text != "" && !strings.Contains(text, "**"+own+"**") {
				t.Errorf("%s, %v: %q", lang, r.Style, text)
			}
		}
	}
}

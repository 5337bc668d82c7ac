package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"xiangqibot/bot/game/gametest"
)

// The changelog begins with this version, and says of each whether its first start migrates the database.
func TestChangelogNamesTheVersion(t *testing.T) {
	text := gametest.OK(os.ReadFile("../../docs/CHANGELOG.md"))(t)
	_, releases, _ := strings.Cut(string(text), "\n## ")
	if !regexp.MustCompile(`^` + regexp.QuoteMeta(version) + `\b`).MatchString(releases) {
		t.Errorf("the changelog begins with %.20q, want %s", releases, version)
	}
	migrates := regexp.MustCompile(`^v\d+\.\d+\.\d+[^\n]*\n\nMigrates the database: (yes|no)\b`)
	for release := range strings.SplitSeq(releases, "\n## ") {
		if !migrates.MatchString(release) {
			t.Errorf("%.20q does not begin with \"Migrates the database: yes\" or \"no\"", release)
		}
	}
}

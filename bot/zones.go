package bot

import (
	"context"
	"strings"
	"time"
	_ "time/tzdata" // the zones are known also on a machine that has no list of them

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
)

// zoneNames are the time zones that are suggested before anything is typed, from east to west. Every other IANA name
// is accepted as well.
func zoneNames() []string {
	return []string{
		"Pacific/Auckland", "Australia/Sydney", "Asia/Tokyo", "Asia/Seoul", "Asia/Shanghai", "Asia/Taipei", "Asia/Hong_Kong", "Asia/Macau",
		"Asia/Singapore", "Asia/Kuala_Lumpur", "Asia/Ho_Chi_Minh", "Asia/Bangkok", "Asia/Jakarta", "Asia/Kolkata", "Asia/Dubai",
		"Europe/Moscow", "Europe/Berlin", "Europe/Paris", "Europe/London", "UTC", "America/Sao_Paulo", "America/New_York", "America/Chicago",
		"America/Denver", "America/Los_Angeles",
	}
}

// parseZone finds a time zone by its IANA name; spaces may replace underscores, and case is ignored for the
// suggested ones.
func parseZone(text string) (name string, known bool) {
	name = strings.ReplaceAll(strings.TrimSpace(text), " ", "_")
	for _, offered := range zoneNames() {
		if strings.EqualFold(offered, name) {
			return offered, true
		}
	}
	if name == "" || name == "Local" { // both mean something to Go, and nothing to a person
		return "", false
	}
	_, err := time.LoadLocation(name)
	return name, err == nil
}

// completeZone suggests the zones whose name contains what was typed, each with its current time, by which people
// recognize their own.
func (c settingsMe) completeZone(_ context.Context, r *Request) ([]discord.Choice, error) {
	typed, now := strings.ReplaceAll(strings.TrimSpace(r.Text("zone")), " ", "_"), c.people.Now()
	var choices []discord.Choice
	for _, name := range zoneNames() {
		if line := view.ZoneText(name, now); contains(line, typed) {
			choices = append(choices, discord.Choice{Name: line, Value: name})
		}
	}
	if name, known := parseZone(typed); known && len(choices) == 0 {
		choices = append(choices, discord.Choice{Name: view.ZoneText(name, now), Value: name})
	}
	return choices, nil
}

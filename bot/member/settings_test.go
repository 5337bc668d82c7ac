package member_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/member"
)

func TestBlocking(t *testing.T) {
	c := newClub(t)
	act := at(alice, "c")
	for _, p := range []game.Person{bob, eve, bob} {
		ok(c.members.Block(t.Context(), act, p))(t)
	}
	s := ok(c.members.Settings(t.Context(), alice))(t)
	if !slices.Equal(s.Blocked, []game.Person{eve, bob}) || !s.Blocks(bob) || s.Blocks(alice) {
		t.Errorf("blocked are %v", s.Blocked)
	}
	for _, p := range []game.Person{alice, ""} {
		refused(t, errOf(c.members.Block(t.Context(), act, p)), member.SelfBlock)
	}
	s = ok(c.members.Unblock(t.Context(), act, bob))(t)
	if s.Blocks(bob) || !s.Blocks(eve) {
		t.Errorf("blocked are %v", s.Blocked)
	}
	refused(t, errOf(c.members.Unblock(t.Context(), act, bob)), member.NotBlocked)

	for _, p := range numbers(member.MaxBlocked - 1) {
		ok(c.members.Block(t.Context(), act, game.Person(p)))(t)
	}
	_, err := c.members.Block(t.Context(), act, bob)
	var refusal *game.Refusal
	if !errors.As(err, &refusal) || refusal.Code != member.TooManyBlocked || refusal.Limit != member.MaxBlocked {
		t.Errorf("one more than can be blocked: %v", err)
	}
}

// numbers counts from 1 to n.
func numbers(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i + 1)
	}
	return list
}

// A block holds whatever else somebody has set: who is blocked may not take their open seats, which others may take
// even of people who want no challenges.
func TestABlockComesFirst(t *testing.T) {
	for _, challenges := range []member.Challenges{member.ChallengesDefault, member.ChallengesYes, member.ChallengesNo} {
		s := member.Settings{Challenges: challenges, Blocked: []game.Person{bob}}
		if got := s.Consent(bob); got != lobby.ConsentBlocked {
			t.Errorf("with the challenges %q the consent to one who is blocked is %q", challenges, got)
		}
		if got := s.Consent(alice); got == lobby.ConsentBlocked {
			t.Errorf("with the challenges %q somebody else is blocked", challenges)
		}
	}
}

package discord

import (
	"context"
	"net/http"
	"slices"
)

// Roles gives roles to the members of servers. The bot needs the permission Manage Roles, and a role of its own that is
// above them; otherwise calls fail with [CodeMissingPermissions].
type Roles struct{ Client *Client }

// Set gives a member a role, "" for none, and takes others from them. Roles that are as they should be are not
// touched. For somebody who has left the server it does nothing.
func (r Roles) Set(ctx context.Context, guild, person, role string, others []string) error {
	var member struct {
		Roles []string `json:"roles"`
	}
	const route = "/guilds/{id}/members/{id}"
	err := r.Client.get(ctx, route, &member, guild, person)
	if HasCode(err, CodeUnknownMember) {
		return nil
	}
	if err != nil {
		return err
	}
	change := func(method, id string) error {
		return r.Client.do(ctx, newCall(method, route+"/roles/{id}", guild, person, id), nil)
	}
	if role != "" && !slices.Contains(member.Roles, role) {
		if err := change(http.MethodPut, role); err != nil {
			return err
		}
	}
	for _, other := range others {
		if slices.Contains(member.Roles, other) {
			if err := change(http.MethodDelete, other); err != nil {
				return err
			}
		}
	}
	return nil
}

package discord

import (
	"context"
	"net/http"
	"slices"
)

// SetRole gives a member of a server a role, "" for none, and takes others from them. Roles that are as they should be
// are not touched. For somebody who has left the server it does nothing. The bot needs the permission Manage Roles, and
// a role of its own that is above them; otherwise the error is [CodeMissingPermissions].
func SetRole(ctx context.Context, c *Client, guild, person, role string, others []string) error {
	var member struct {
		Roles []string `json:"roles"`
	}
	const route = "/guilds/{id}/members/{id}"
	err := c.get(ctx, route, &member, guild, person)
	if HasCode(err, CodeUnknownMember) {
		return nil
	}
	if err != nil {
		return err
	}
	change := func(method, id string) error {
		return c.do(ctx, newCall(method, route+"/roles/{id}", guild, person, id), nil)
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

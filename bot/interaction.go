package bot

import (
	"encoding/json"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
)

// interaction is what Discord says of a command, a press or a completion, with what discordgo leaves out of it.
type interaction struct {
	discordgo.Interaction
	Where *place // the channel; nil where Discord does not tell
	// written says that it was made of a message, by message.asCommand: it has no token and is answered by messages.
	written bool
}

// place is the channel of an interaction.
type place struct {
	Type   discordgo.ChannelType `json:"type"`
	Parent string                `json:"parent_id"` // of a thread: its channel; of a channel: its category
}

// UnmarshalJSON reads both.
func (i *interaction) UnmarshalJSON(data []byte) error {
	if err := json.Unmarshal(data, &i.Interaction); err != nil {
		return err
	}
	var more struct {
		Channel *place `json:"channel"`
	}
	if err := json.Unmarshal(data, &more); err != nil {
		return err
	}
	i.Where = more.Channel
	return nil
}

// inThread reports whether the channel is a thread.
func (p *place) inThread() bool {
	switch p.Type {
	case discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildNewsThread:
		return true
	default:
		return false
	}
}

// forThread are the permissions that the bot needs in a channel to open a thread there and to write in it.
const forThread = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

// ground tells what the channel is good for when a game is to have a thread of its own.
func (i *interaction) ground() game.Ground {
	switch {
	case i.Where == nil:
		return game.GroundUnknown
	case i.GuildID == "":
		return game.GroundDirect
	case i.Where.inThread():
		return game.GroundThread
	case i.Where.Type != discordgo.ChannelTypeGuildText && i.Where.Type != discordgo.ChannelTypeGuildNews:
		return game.GroundOther
	case i.AppPermissions&discordgo.PermissionAdministrator == 0 && i.AppPermissions&forThread != forThread:
		return game.GroundBarred
	}
	return game.GroundOpen
}

// person is who did it; empty where Discord does not say.
func (i *interaction) person() game.Person {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return game.Person(i.Member.User.ID)
	case i.User != nil:
		return game.Person(i.User.ID)
	}
	return ""
}

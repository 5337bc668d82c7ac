// Package handlers implements the commands, and the buttons and menus of their messages. A [Command] says what Discord
// offers and what carries it out; a [Request] is what a person did, decoded; the answer is a [view.Reply]. [Host] holds
// what all of them use. Package bot receives requests and sends the answers.
//
// A new command is a file with a constructor, and a line in [Commands].
package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
)

// Commands returns every command, also those that Discord does not offer. /help describes the others and comes last.
func Commands(h *Host) []*Command {
	list := []*Command{
		// Begin and play games.
		newBoardCommand(h), newChallengeCommand(h), newChallengeMemberCommand(h), newConditionalCommand(h),
		newDrawCommand(h), newGamesCommand(h), newHintCommand(h), newLiveButton(h), newMoveCommand(h), newPartnerCommand(h),
		newPlayCommand(h), newResignCommand(h), newSimulCommand(h), newTakebackCommand(h), newVoteCommand(h),
		// Records, lessons, puzzles.
		newAnalyzeCommand(h), newAnalyzePositionCommand(h), newImportGameCommand(h), newLearnCommand(h),
		newPuzzleCommand(h), newRecordCommand(h), newReviewCommand(h),
		// People, their ratings, settings and tournaments.
		newLeaderboardCommand(h), newManageCommand(h), newProfileCommand(h), newSettingsCommand(h),
		newShareButton(h), newShowProfileCommand(h), newTournamentCommand(h),
	}
	return append(list, help{h, Offered(list)}.command())
}

// newManageCommand is /manage: what those who manage a server do with it. Discord shows it to nobody else.
func newManageCommand(h *Host) *Command {
	ratings := ratings{h}
	return &Command{Name: "manage", Private: true, inServers: true, forManagers: true, subs: []*Command{
		tournaments{h}.create(),
		seasons{h}.manage(),
		ratings.undo(),
		ratings.fairPlay(),
		dailySettings{h}.command(),
		serverSettings{h}.manage(),
	}}
}

// Offered returns those of the commands that Discord offers.
func Offered(all []*Command) []*Command {
	return slices.DeleteFunc(slices.Clone(all), func(c *Command) bool { return c.written })
}

// help is /help: six lines on how to begin, and a menu of topics, which together name all commands.
type help struct {
	*Host
	others []*Command
}

func (c help) command() *Command {
	command := &Command{Name: "help", Private: true, userInstall: true}
	all := slices.Concat(c.others, []*Command{command})
	command.Run = func(_ context.Context, r *Request) (view.Reply, error) {
		return gameview.Help(r.Viewer, c.Version), nil
	}
	topic := inPlace(c.topic)
	command.Presses = map[view.PressAct]Handler{view.PressHelp: func(ctx context.Context, r *Request) (view.Reply, error) {
		if name, ok := strings.CutPrefix(r.Press.Arg, gameview.HelpRun); ok {
			return runWithoutOptions(ctx, r, all, name)
		}
		return topic(ctx, r)
	}}
	return command
}

// runWithoutOptions runs the command that a button names.
func runWithoutOptions(ctx context.Context, r *Request, all []*Command, name string) (view.Reply, error) {
	for _, c := range all {
		for _, one := range c.Runnable() {
			if strings.ReplaceAll(one.Name, " ", "-") == name && one.withoutOptions() {
				r.Press = view.Press{}
				return one.Handle(ctx, r)
			}
		}
	}
	return view.Reply{}, r.Press.Foreign(errors.New("no command to be run by a button"))
}

// withoutOptions reports whether the command can be used without any option.
func (c *Command) withoutOptions() bool {
	return c.Menu == 0 && !slices.ContainsFunc(c.Options, func(o commandOption) bool { return o.Required })
}

// topic shows the chosen topic, or help itself, in the same message.
func (c help) topic(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Press.Arg == gameview.HelpTop {
		return gameview.Help(r.Viewer, c.Version), nil
	}
	topic := gameview.HelpTopic(r.Value)
	if topic == gameview.HelpPieces {
		return lessons{c.Host}.next(ctx, r)
	}
	reply, known := gameview.HelpAbout(topic, r.Viewer)
	if !known {
		return view.Reply{}, r.Press.Foreign(errors.New("no such topic"))
	}
	return reply, nil
}

// sharing shows to everybody what a person alone has seen.
type sharing struct{ *Host }

// newShareButton is the button Share, which is below messages of several commands.
func newShareButton(h *Host) *Command {
	return &Command{Name: "share", written: true, Presses: map[view.PressAct]Handler{view.PressShare: sharing{h}.share}}
}

// maxShared is the largest file that is shared, in bytes: Discord takes no larger one.
const maxShared = 10 << 20

// share posts the message whose button was pressed as it is: what others see is what the person has seen, in their
// language.
func (c sharing) share(ctx context.Context, r *Request) (view.Reply, error) {
	from := r.Interaction.Message
	if from == nil || !r.Ephemeral {
		return view.Reply{}, r.Press.Foreign(errors.New("everybody sees it already"))
	}
	reply := view.Shared(from)
	for _, file := range from.Attachments {
		data, err := c.Files.Get(ctx, file, maxShared)
		if err != nil {
			return view.Reply{}, view.NewProblem("record.not-fetched", words.Vars{"File": view.Quoted(file.Filename)})
		}
		reply.Files = append(reply.Files, discord.File{
			Name: file.Filename, Type: file.ContentType, Data: data, Alt: r.Interaction.alts[file.ID],
		})
	}
	return reply, nil
}

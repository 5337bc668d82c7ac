package bot

import "xiangqibot/bot/view"

// commands lists every command: those that are typed in the order in which /help shows them, then those of messages.
func commands(h *host) []*Command {
	boards := boards{h.view, h.viewers, h.players}
	pick := gamePicker{h.finder}
	challenges := challenges{games: h.challenges, servers: h.servers, boards: boards, isSelf: h.isSelf, opponents: opponents(h.outside)}
	votes := votes{games: h.service, finder: h.finder, ballots: h.votes, boards: boards, isSelf: h.isSelf, opponents: challenges.opponents}
	blocks := blocks{h.members}
	course := lessons{h.lessons, h.view, mistakes{h.practice, h.finder, view.Studies{View: h.view}}}
	list := []*Command{
		quickGames{challenges}.command(),
		challenges.command(),
		seeks{h.servers, challenges}.command(),
		moves{h.service, h.finder, pick, boards, votes}.command(),
		votes.command(),
		simuls{h.service, h.simuls, boards, h.phrases}.command(),
		boardCommand{h.service, h.finder, pick, boards}.command(),
		gameLists{h.finder}.command(),
		recordsOf(h).command(),
		reviewsOf(h).command(),
		analyses{recordsOf(h), h.finder, h.analyst, view.Studies{View: h.view}}.command(),
		gifs{recordsOf(h), h.reviews, h.view}.command(),
		draws{h.service, pick, boards}.command(),
		takebacks{h.service, pick, boards}.command(),
		hints{h.finder, h.advice, pick, view.Studies{View: h.view}}.command(),
		resignations{h.service, pick, boards}.command(),
		course.command(),
		drills{h.drills, challenges}.command(),
		explorers{h.finder, view.Studies{View: h.view}}.command(),
		puzzles{h.solving, view.Puzzles{View: h.view}}.command(),
		dailies{h.days, view.Puzzles{View: h.view}}.command(),
		profiles{h.players, h.view}.command(),
		ratings{h.players}.command(),
		leaderboards{h.leaderboards, h.view}.command(),
		seasons{h.leaderboards, h.servers}.command(),
		tournaments{h.tournaments, h.service, h.servers, h.viewers}.command(),
		plans{h.planner, pick, h.view}.command(),
		vacations{h.members}.command(),
		reminders{h.members}.command(),
		settingsCommand(settingsMe{h.members, h.servers, h.service.Now, h.viewers, h.view, h.phrases}, settingsServer{h.servers, h.viewers, h.view, h.phrases}),
		blocks.block(),
		blocks.unblock(),
		privacyCommand{h.privacy, h.finder}.command(),
	}
	return append(list, helps{list, course}.command(), recordsOf(h).onMessage())
}

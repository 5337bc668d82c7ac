// Package story is a scripting language for end-to-end tests, in which people such as red and black are commands and
// act against the real program.
//
// A story is a testscript file (txtar). It starts the program in its simulated Discord, lets people type, press and
// choose through the page's API, and waits for what they see on the event stream. Nothing sleeps: a wait ends with the
// event that it waits for. If that does not come within minutes, the script fails and shows the last messages that the
// person saw. The timeout is generous because a machine that builds and tests at once is slow; only failures take that
// long.
//
//	testscript.Run(t, testscript.Params{
//		Dir:   "testdata",
//		Setup: story.Setup(nil, nil),
//		Cmds:  story.Commands(),
//	})
//
//	bot start
//	red /challenge strength:1 color:red
//	red sees '炮二平五'
//	red /move 炮二平五
//	red hears 'not your turn'
//	bot restart
//	later 3d
//
// # The program
//
//	bot start [ARG…]   starts "xiangqi-bot play -addr 127.0.0.1:0 -data $WORK/data ARG…", and waits until the bot is
//	                   connected, has commands, and is idle
//	bot kill           kill -9
//	bot stop           SIGTERM; it has to exit with status 0
//	bot restart        kill and start, on the same data
//	bot reconnect      Discord asks it to reconnect. Waits until it is back, like the next one
//	bot drop           its connection is cut
//	bot loses PERMISSION… [in CHANNEL]   takes permissions from the bot, by the names of wire.PermissionNames: in one
//	                                     channel, or in the whole server. Threads follow their channel
//	bot gets PERMISSION… [in CHANNEL]    gives them
//
// # Discord's faults
//
// Each fault of the playground's API (/playground/faults, in the comment of package playground) is a command: its name,
// how often, on what, and its further parameters.
//
//	discord fail 2 edits                         the next two edits of messages are answered 500
//	discord limit 2 posts wait:1s scope:global   the next two posts are answered 429
//	discord lose 1 posts                         the next post is carried out, and the answer is lost
//	discord reject 1 identify code:4008          the next IDENTIFY ends the connection
//	discord twice 3 INTERACTION_CREATE           the next three interactions are delivered twice
//	discord heals                                removes the pending faults
//
// # The people
//
// red is Alice (zh-CN), black is Bob (en-US), third is Carol (vi). They begin in #xiangqi. Five more, who read
// en-US, may join: fourth is Dave, fifth Erin, sixth Frank, seventh Grace, eighth Heidi. They exist after "fourth
// joins".
//
//	red /move 炮二平五          uses a command as typed; wait for the answer with sees or hears
//	red /record file:game.pgn          an option that is a file takes one of the script's folder, by its name
//	red completes '/move 炮' 炮二平五…   the completion of what is typed offers these, among others
//	red presses LABEL           the button with that label, on the newest message that has one; 'Resign|认输' is
//	                            whichever of the two there is
//	red chooses LABEL…          from the newest menu that has these options; of two menus with the same: red chooses
//	                            in PLACEHOLDER LABEL…
//	red uses 'Import game' TEXT…   the command of that name in the menu of the newest message for everybody that has
//	                            all the texts, where red is. Also: twice uses
//	red uses 'Show profile' on black   the command of that name in the menu of a person
//	red submits FIELD=TEXT…     fills in the form that is open; fields by label or custom id; a lone TEXT is for the
//	                            first field. Of a menu: labels, separated by commas; of a file: its name in the archive
//	red says TEXT               writes a message; @bot in it mentions the bot. Also: twice says
//	red replies TEXT            answers the newest picture of the bot in the channel, which mentions the bot; quietly
//	                            is without that: red replies quietly TEXT. Also: twice replies
//	red enters general          goes to another channel, a thread by its name or a part of it, "thread" (the newest
//	                            one), or dm; waits until it is there
//	red speaks vi               changes the language of the client
//	red twice /move 炮二平五    the same, but the bot is given the interaction twice; also: twice presses, twice chooses
//	red becomes manager         may manage the server from now on, and no longer with: becomes member. The owner
//	                            (red) always may
//	red saves FILE              the file of that name of the message seen last, or else its first (the picture),
//	                            into $WORK/FILE
//	red saves FILE as OTHER     the same into $WORK/OTHER, to be looked at by testscript's cmp and grep
//	red installs bot            has the bot for themselves; uninstalls bot: no longer
//	red opens group NAME with black…   a group DM, in which the bot is not; red enters NAME
//	red refuses dms             what the bot sends into the direct messages with red is refused (50007); answers to
//	                            what red does there are not. Also: accepts dms
//	third leaves                leaves the server: no member (10007), roles lost, no channels but dm, no direct
//	                            messages from the bot (50278). The owner (red) cannot
//	third joins                 comes back; what was said meanwhile counts as new. Also how fourth to eighth come
//	red gets role 棋手          a role, which is created if none has that name; everybody may mention it. Also:
//	                          loses role
//	red has role 棋手           waits until the person has the role; lacks role: until they do not
//	red archives thread [NAME]  the owner archives a thread, or the one they are in; acting or writing there opens
//	                            it again
//	red locks thread [NAME]     archives it and locks it: nobody but the owner can write there, no button can be
//	                            pressed, and the bot cannot write (50083)
//	red bars thread [NAME]      locks it without archiving it: the bot cannot send a message there (160005)
//	red deletes thread [NAME]   the owner deletes a thread, or the one they are in; so: deletes channel [NAME], with
//	                            its threads
//	! red /move 炮二平五        the client refuses what is typed: no such command, a required option is missing
//
// Simultaneous acts reach the bot together, before it has answered any of them:
//
//	together black presses Accept & third presses Accept
//
// # What they see
//
//	red sees TEXT…       a message that red can see and that is new since anybody acted has all the texts: content,
//	                     embeds, buttons, menus, the names and alt texts of files. The next sees begins its search with
//	                     that message, and does not look at those before it. "(reaction ✅)" is on a message to which
//	                     the bot has reacted. A message that has changed is new, unless it has only lost something.
//	red sees file NAME [TEXT…]   the same of a message that carries a file of exactly this name
//	sees TEXT…           the same for everybody: what Carol, who only looks on, can see; nothing while Carol is gone
//	red hears TEXT…      the same for messages that only red can see: "(only for one)" marks those that only they
//	                     can see, "(direct message)" those of their direct messages. The messages heard have an order
//	                     of their own, apart from those seen: an answer and the board that it changes travel
//	                     separately, and either may arrive first.
//	either red black hears TEXT…   one of these people sees or hears it, whichever is first
//	red gets form TEXT…  a form opens that has the texts in its title or labels
//	red counts 3 messages   waits until the channel where red is shows so many messages of the bot for everybody; also
//	                     "counts 1 boards" (those of them with a picture) and "counts 0 private" (only for red)
//	! red sees TEXT      nothing new that came so far has it. Say it after a sees of something that comes later.
//
// Before the next act, before "counts" and before "! sees", the story waits until the bot has answered the acts so far,
// or has let them fail. What comes without an answer, such as the bot's move or the board of a game that begins, may come
// later: a button or a menu that an older message has as well needs a sees of the newer one first, with a text that only
// that one has.
//
// Mentions read as the names that they show: @Alice, @棋手, #general, /play. Timestamps read in English and UTC, by the
// simulated clock:
//
//	<t:…:R>   in 3 days, in 1 hour, 2 minutes ago: in the largest unit of which there is one when rounded
//	<t:…:f>   24 November 2026 15:04; :D 24 November 2026; :T 15:04:05
//
// # The rest
//
//	later 3d             moves the simulated clock; what falls due meanwhile happens at once. While the bot is not
//	                     running, time passes without it: the next start gets "-away SPAN" behind "play"
//
// All requests of the bot are validated against Discord's description (package openapi) if that is available.
package story

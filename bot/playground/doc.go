// Package playground is a simulated Discord: one server, a few people, two channels, and the REST API and gateway of
// the real one.
//
// The bot connects to it by HTTP and WebSocket and cannot tell the difference: what Discord refuses is refused here
// with the same code, and an interaction that Discord drops after three seconds is dropped after three seconds. It has
// what this bot uses of Discord, but knows nothing about it: it never answers in place of the bot and never plays a
// game; everything that people see came over the wire.
//
//	srv, err := playground.New(playground.Options{Dir: "data/playground"})   // Dir "" keeps everything in memory
//	err = srv.Start(listener)                                                // serves in the background until Close
//	bot := connect(srv.Token(), srv.Transport())                             // Transport leads to srv
//
// The bot's side is /api/v10, whose routes are in routes.go, and the gateway, which is package gateway; package wire holds
// the payloads and the limits. The people's side is the page at / and the plain JSON below, so that scripts can play,
// too: those in Go by package pageapi.
//
// # Files
//
// In payloads for the bot, files have URLs of Discord's host, so that a bot which downloads only from there works here
// as well, through Transport: https://cdn.discordapp.com/attachments/CHANNEL/ID/NAME. A file has at most 10 MiB, a
// message 10 files, a request 25 MiB; more is refused with Discord's codes. Files are kept in [Options.Dir] across
// restarts, up to [Options.AttachmentBytes] in total.
//
// # Who is there
//
// The ids never change, so that a bot's database stays valid after a restart: the server ("guild"), its text channels
// #xiangqi and #general, the bot, and the people Alice (owner of the server, zh-CN), Bob (en-US) and Carol (vi). Each
// person has a direct-message channel with the bot. See the constants in guild.go. The owner may do everything; of the
// others only managers may manage the server (Discord's "Manage Server"). The bot reads it in member.permissions.
// Others may be added, have roles, leave the server and come back, and take no direct messages (50007, or 50278 for
// people who have left).
//
// The bot has the permissions of its invitation; permissions can be granted and revoked, in one channel or in the
// server. People can open group DMs. The bot is not in them: whoever has it for themselves can use its commands for
// private channels there (context 2), and it can only answer by the token of the interaction, with at most five
// follow-ups (40094); all other requests about the channel get 50001, and it gets no events.
//
// Threads are archived by the clock. A person who acts in an archived one reopens it first, as Discord's client does;
// in a locked one only the owner can write.
//
// # What people can do: the API under /playground/
//
// Bodies and answers are JSON. PERSON, CHANNEL, MESSAGE are ids (strings of digits). An error is a 4xx or 5xx answer
// {"error": "what is wrong and what would be right"}. POST, PATCH and DELETE need "Content-Type: application/json",
// except for files.
//
// Reading:
//
//	GET /playground/state?person=PERSON
//	    {"person":ID, "listening":NUMBER, "now":TIME, "guild":{"id","name","locale"},
//	     "bot":{"id","name","online":bool,"permissions":[NAME]},
//	     "people":[{"id","name","username","locale","owner":bool,"manager":bool,"member":bool,"dms":bool,
//	                "installed":bool,"roles":[ID],"permissions":BITS}],
//	     "channels":[{"id","name","type","parent_id":ID|null,"archived":bool,"locked":bool,"recipient":ID|null,
//	                  "permissions":[NAME]}],
//	     "roles":[{"id","name","mentionable":bool,"given":bool}], "permissions":[NAME],
//	     "commands":[…], "locales":["id","da",…], "file_limit":BYTES}
//	    listening: how many streams of the person's events are open, which is one a page.
//	    member: has not left the server; dms: takes direct messages; installed: has the bot for themselves;
//	    given: people can be given this role.
//	    permissions: of the bot in the server, of the bot in a channel, and at last all there are, by name.
//	    Channel types: 0 text, 1 direct messages, 3 group, 11 thread. The person's own DM channel with the bot is in
//	    the list. Commands are Discord's command objects with name_localizations and description_localizations; a
//	    command of the guild hides a global one of the same name. Without person= the first person is meant, here and
//	    below.
//	GET /playground/messages?person=PERSON&channel=CHANNEL&before=MESSAGE&limit=50
//	    [message, …] newest first, as on Discord. A message is Discord's message object (embeds with attachment://
//	    already turned into paths like /attachments/…) plus, where they apply:
//	    "ephemeral_for":ID (only that person gets it), "loading":true (the bot is thinking),
//	    "failed":"The application did not respond" (what takes the place of a thinking message that never became an
//	    answer).
//	    An attachment shown by an embed is in "attachments" too, for its alt text ("description").
//	GET /playground/events?person=PERSON
//	    text/event-stream. Every event has a JSON object as data:
//	    hello           {"person","now"}               the stream is live; load state and messages after it and
//	    nothing is missed
//	    message         the message, new or changed: put it in the place of the one with the same id
//	    message_delete  {"id","channel_id"}
//	    channel         a channel as in state, new or changed (threads too)
//	    channel_delete  {"id"}
//	    commands        {"commands":[…]}               the bot registered others
//	    people          {"people":[…]}
//	    roles           {"roles":[…]}
//	    bot             {"online":bool}
//	    ack             {"interaction","nonce"}        the bot has answered or says it is thinking: stop the spinner
//	    failed          {"interaction","nonce","message"}   the bot has not answered in time, or there is none
//	    modal           {"interaction","nonce","channel_id","custom_id","title","components":[…]}   show this form
//	    clock           {"now"}
//	    ack, failed and modal only reach the person who acted. They may come before the answer to the POST that caused
//	    them: send a nonce of your own with the act and wait for that.
//	GET /playground/wire
//	    text/event-stream of every REST request of the bot with its answer (event "exchange", see Exchange): Discord
//	    as the bot sees it.
//	GET /attachments/CHANNEL/ATTACHMENT/FILENAME
//	    the file; 410 with a drawn note when it is one of the old ones that are no longer kept
//	GET /emojis/EMOJI.png
//	    the picture of one of the bot's emojis
//
// Acting. The response to an act that reaches the bot is 200 {"interaction":ID}; the result comes by events. Every act
// may have "nonce" (any string, echoed in ack, failed and modal) and "twice":true (the bot gets the interaction twice,
// as may happen on Discord).
//
//	POST /playground/command       {"person","channel","name","options":{NAME:VALUE}}
//	    name is the default (English) name; a subcommand is "settings me". Values: strings, numbers, booleans, ids of
//	    people or channels. Checked as Discord's client does: required options, types, choices, ranges. Names and choices
//	    of the person's language are understood as well.
//	    Or in one line: {"person","channel","text":"/challenge color:red strength:3"}; a text without "name:" goes to the
//	    first option not named: "/move 炮二平五". People are @name or an id.
//	    A command in the menu of a message or of a person, without options:
//	    {"person","channel","name":"Import game","message"}, {"person","channel","name":"Profile","user":PERSON}
//	    An option that is a file takes the id of one that the same person has handed in within the last hour:
//	POST /playground/files?person=PERSON&filename=NAME   → {"id","filename","size","content_type"}
//	    the body is the file itself, of any Content-Type and at most 10 MiB:
//	    curl --data-binary @game.pgn 'http://…/playground/files?person=…&filename=game.pgn'
//	POST /playground/autocomplete  {"person","channel","name","options":{…},"focused":"move"}
//	    {"choices":[{"name","value"}]}, name in the person's language; waits for the bot up to three seconds. options
//	    holds what is typed so far, the focused one too (a string). In one line: {"person","channel","text":"/move 炮"};
//	    its last option is meant.
//	POST /playground/click         {"person","channel","message","custom_id"}
//	POST /playground/select        {"person","channel","message","custom_id","values":[…]}
//	POST /playground/modal         {"person","channel","interaction","custom_id","values":{CUSTOM_ID:VALUE}}
//	    interaction is the one of the modal event. VALUE is a string, or a list of strings for a select or files
//	    (the ids of files handed in).
//	POST /playground/say           {"person","channel","content","reply_to"?,"quiet"?}   → the message
//	    reply_to is the message of the channel that this one answers. That mentions its author, unless it is quiet. The
//	    bot gets the content of messages in its direct messages, of those that mention it and, with the intent for
//	    message content, of all; of others it gets everything but the content, as on Discord. "twice":true gives the
//	    bot the message twice.
//	POST /playground/people        {"name","locale","manager"?}     → the person
//	PATCH /playground/people/PERSON {"name"?,"locale"?,"manager"?,"member"?,"dms"?,"installed"?,"roles"?:[ID…]}
//	                                 → the person
//	    "installed":true has the bot for oneself, with commands whose integration_types include 1.
//	    "member":false leaves the server, which the owner cannot; "member":true comes back. Roles and rights are
//	    lost by it.
//	POST /playground/roles         {"name","mentionable"?}          → the role
//	POST /playground/groups        {"person","name","people":[PERSON…]}   → the channel
//	PATCH /playground/channels/CHANNEL {"person","archived"?,"locked"?}  → the thread; for the owner only
//	DELETE /playground/channels/CHANNEL {"person"}                  a thread, or a channel with its threads; for
//	    the owner only
//	POST /playground/permissions   {"lose"?:[NAME…],"get"?:[NAME…],"channel"?}  → {"permissions":[NAME…]}
//	    what the bot may do, by the names of Discord's documentation: in one channel, or with its role in the whole
//	    server
//	POST /playground/clock         {"advance":"72h"}  ("3d" works too)  → {"now"}   moves the simulated time forward
//	POST /playground/gateway       {"action":"hold"|"release"}                      acts wait until all of them
//	                               reach the bot at once
//
// # Faults
//
// Faults that the bot meets, on demand. "times" is how often, by default once; pending faults are applied in order.
//
//	POST /playground/faults   {"fault", "on"?, "times"?, "wait"?, "scope"?, "status"?, "code"?, "resumable"?}
//	DELETE /playground/faults {}                 removes them
//
// Of requests. "on" is posts, edits, deletions (of messages), answers (first answers to interactions), followups (all
// by the token of an interaction), threads (opening one), reads, files (requests that bring any); without it, each
// request.
//
//	limit   429 for "wait"; "scope" is user (the route's), shared, global, or front: that of Cloudflare, in HTML
//	refuse  "status" (400) and "code", as Discord refuses: 10008 a message that is gone, 10003 a channel,
//	        50001 and 50013 rights taken away, 50083 and 160005 a thread that is archived or locked, 50027 a token past its
//	        15 minutes, 40005 with 413 an attachment too large, 50035 a form that is not taken
//	front   "status" (403) in HTML and without a code, as of a front
//	fail    "status" (500)
//	slow    carried out; the answer comes "wait" later
//	lose    carried out; the connection is closed without a response
//	cut     not carried out; the connection is closed without a response
//
// Of connections. "silent" does not affect new ones.
//
//	reconnect   op 7, and the connections are closed
//	invalidate  op 9, "resumable" or not
//	drop        closed with "code", or cut without a word
//	silent      nothing is sent any more; a RESUME replays what was missed
//	reject      "on" identify or resume: answered by op 9, "resumable" or not, or closed with "code"
//	late        READY or RESUMED comes "wait" later
//
// Of events; "on" is the name of one, such as INTERACTION_CREATE.
//
//	lost, twice
//	swapped     with the event that comes next, or a second late
//
// # Interactions by HTTP
//
// If the bot sets "interactions_endpoint_url" by PATCH /applications/@me, it gets interactions there instead of over
// the gateway, signed with the key whose public key is the application's "verify_key". It answers the requests with
// 202, and the interactions by REST. The URL is verified first, by a PING and by one with a wrong signature. It may be
// http here. It is kept until the process ends; the key is kept in Dir.
//
// # Who may use it
//
// The server is meant for the person at this machine and for tests: there are no passwords. Start listens on 127.0.0.1
// if it gets no listener. A website in the same browser must not act on the person's behalf: the page and its API
// respond only if the Host header is an IP address or localhost (which stops DNS rebinding), and acts from another
// origin are refused, by Sec-Fetch-Site and by Origin.
//
// # What it leaves out
//
// What this bot does not use: voice, private threads, files in what people say, edits of it, reactions by people, groups
// of subcommands, numbers that are not whole, components of version 2, other bots, and so on. Requests for it get 404,
// and bodies with keys that the playground does not know are refused: never a success that did nothing.
package playground

package playground

import (
	"net/http"

	"xiangqibot/bot/playground/wire"
)

// restInteractions handles the bots' answers to interactions: the first one by the callback route, later ones by the
// webhook routes with the interaction's token.
type restInteractions struct {
	core         *core
	apps         *applications
	messages     *messages
	interactions *interactions
}

func (r *restInteractions) routes(rates Rates) []route {
	return []route{
		{"POST", "/interactions/{id}/{token}/callback", Rate{}, "", true, r.postCallback},
		{"POST", "/webhooks/{app}/{token}", rates.Webhook, "token", true, r.postFollowUp},
		{"GET", "/webhooks/{app}/{token}/messages/{message}", rates.Webhook, "token", true, r.getWebhookMessage},
		{"PATCH", "/webhooks/{app}/{token}/messages/{message}", rates.Webhook, "token", true, r.patchWebhookMessage},
		{"DELETE", "/webhooks/{app}/{token}/messages/{message}", rates.Webhook, "token", true, r.deleteWebhookMessage},
	}
}

// postCallback handles the first answer to an interaction, which must come within three seconds, and only once.
func (r *restInteractions) postCallback(c *call) (int, any, error) {
	x := r.interactions.get(wire.ID(c.PathValue("id")))
	if x == nil || x.Token != c.PathValue("token") {
		return 0, nil, unknownInteraction
	}
	cb, m, err := r.interactions.accept(x, c)
	if err != nil {
		return 0, nil, err
	}
	if c.URL.Query().Get("with_response") != "true" {
		return http.StatusNoContent, nil, nil
	}
	return http.StatusOK, r.interactions.callbackResponse(x, cb, m), nil
}

// webhook returns the interaction of a valid token.
func (r *restInteractions) webhook(c *call) (*interaction, error) {
	app := wire.ID(c.PathValue("app"))
	if r.apps.get(app) == nil {
		return nil, unknownWebhook
	}
	x := r.interactions.byToken(c.PathValue("token"))
	switch {
	case x == nil || x.App != app:
		return nil, invalidToken
	case r.core.now().Sub(x.Created) >= tokenTTL:
		return nil, invalidToken
	case x.State == waiting || x.State == dead || x.Type == wire.Autocomplete:
		return nil, unknownWebhook
	}
	return x, nil
}

// webhookMessage returns a message that is accessible by the token: @original, or one of this interaction.
func (r *restInteractions) webhookMessage(c *call) (*interaction, *wire.Message, error) {
	x, err := r.webhook(c)
	if err != nil {
		return nil, nil, err
	}
	id := wire.ID(c.PathValue("message"))
	if id == "@original" {
		if m := r.interactions.original(x); m != nil {
			return x, m, nil
		}
		return nil, nil, unknownMessage
	}
	m := r.messages.find(x.Channel, id)
	if m == nil || m.WebhookID == "" || id != x.Original && (m.Metadata == nil || m.Metadata.ID != x.ID) {
		return nil, nil, unknownMessage
	}
	return x, m, nil
}

func (r *restInteractions) getWebhookMessage(c *call) (int, any, error) {
	x, m, err := r.webhookMessage(c)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, r.messages.forBot(r.interactions.of(x), m), nil
}

func (r *restInteractions) patchWebhookMessage(c *call) (int, any, error) {
	x, old, err := r.webhookMessage(c)
	if err != nil {
		return 0, nil, err
	}
	d, err := c.messageForm(wire.ForEdit, old)
	if err != nil {
		return 0, nil, err
	}
	m, err := r.messages.edit(old, d)
	if err != nil {
		return 0, nil, err
	}
	if x.State == thinking && m.ID == x.Original || x.State == silent {
		r.interactions.setState(x, answered)
	}
	return http.StatusOK, r.messages.forBot(r.interactions.of(x), m), nil
}

func (r *restInteractions) deleteWebhookMessage(c *call) (int, any, error) {
	x, m, err := r.webhookMessage(c)
	if err != nil {
		return 0, nil, err
	}
	r.messages.remove(m)
	if x.State == thinking && m.ID == x.Original {
		r.interactions.setState(x, answered)
	}
	return http.StatusNoContent, nil, nil
}

// postFollowUp posts a follow-up message. Right after a deferral it edits the loading message instead, as on Discord.
func (r *restInteractions) postFollowUp(c *call) (int, any, error) {
	x, err := r.webhook(c)
	if err != nil {
		return 0, nil, err
	}
	d, err := c.messageForm(wire.ForAnswer, nil)
	if err != nil {
		return 0, nil, err
	}
	m, err := r.interactions.followUp(x, d)
	if err != nil {
		return 0, nil, err
	}
	if c.URL.Query().Get("wait") == "false" {
		return http.StatusNoContent, nil, nil
	}
	return http.StatusOK, r.messages.forBot(r.interactions.of(x), m), nil
}

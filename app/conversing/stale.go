package conversing

import (
	"context"
	"crypto/sha256"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// origin is where an agent has what it knows from since its start, though somebody may change it while the agent lives:
// the provider of its model with the key, and the secrets of its template. The rest of a template counts from the next
// start.
type origin struct {
	teamID   string // whom the session belongs to
	engine   string
	model    string // with its provider, also where the session leaves the choice to the engine
	holderID string // the team whose secrets the template gets
	secrets  []string
}

// stamp is the same for as long as everything of an origin is.
type stamp [sha256.Size]byte

func originOf(p plan, session composition.Session) origin {
	o := origin{
		teamID: p.teamID, engine: session.Engine, model: session.Model,
		holderID: p.template.TeamID, secrets: p.template.SecretNames(),
	}
	if p.server != nil {
		o.model = p.server.Provider.Name + "/" + p.server.Model.Name
	}
	return o
}

// stampOf reads what is at an origin now. The fault of what is not there any more is invalid.
func (s *Service) stampOf(ctx context.Context, o origin) (stamp, error) {
	server, err := s.engines.ModelServer(ctx, o.teamID, o.engine, o.model)
	if err != nil {
		return stamp{}, err
	}
	secrets, err := s.config.Secrets.OpenSecrets(ctx, o.holderID, o.secrets)
	if err != nil {
		return stamp{}, err
	}
	return stampFor(server, secrets)
}

func stampFor(server *ports.ModelServer, secrets map[string]string) (stamp, error) {
	text, err := json.Marshal(struct {
		Server  *ports.ModelServer
		Secrets map[string]string
	}{server, secrets}, json.Deterministic(true))
	if err != nil {
		return stamp{}, fault.New(fault.KindInternal, "stamp", "what the agent is made of can't be written").Because(err)
	}
	return sha256.Sum256(text), nil
}

// isStale tells whether what an agent has from its origin is not true any more.
func (l *liveSession) isStale(ctx context.Context) (bool, error) {
	now, err := l.service.stampOf(ctx, l.origin)
	if fault.KindOf(err) == fault.KindInvalid {
		return true, nil // the start of the next tells what is missing
	}
	return now != l.stamp, err
}

// retire ends an idle agent to which no more messages are to be given. False if it is not idle.
func (l *liveSession) retire(ctx context.Context) bool {
	if !l.park(l.service.clock.Now()) {
		return false
	}
	l.service.log.Info("an agent starts anew, since its provider or a secret was changed", "session", l.id)
	l.close(ctx, composition.Interrupted, "")
	return true
}

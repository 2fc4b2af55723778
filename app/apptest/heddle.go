package apptest

import (
	"context"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/cel"
	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/adapters/llm/opener"
	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/adapters/vault"
	"heddle.dev/heddle/app/accounts"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/app/examining"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/app/providing"
	"heddle.dev/heddle/app/receiving"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/app/safekeeping"
	"heddle.dev/heddle/app/trying"
	"heddle.dev/heddle/app/watching"
	"heddle.dev/heddle/domain/access"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// Engine is the agent engine that compositions of tests choose.
const Engine = "fake"

// OtherEngine is another, which takes any model.
const OtherEngine = "other"

// Heddle is the use cases over one store, and the people who use them.
type Heddle struct {
	testing.TB
	Store       Store
	Accounts    *accounts.Service
	Assisting   *assisting.Service
	Composing   *composing.Service
	Running     *running.Service
	Cataloguing *cataloguing.Service
	Watching    *watching.Service
	Examining   *examining.Service
	Receiving   *receiving.Service
	Packing     *packing.Service
	Trying      *trying.Service
	Secrets     *safekeeping.Service
	Providing   *providing.Service
	Engines     *engines.Service
	Scripts     *Scripts

	Owner  access.Actor
	Team   access.Team
	Other  access.Team
	Member access.Actor // of Team
	Admin  access.Actor // of Team
	// Stranger is an admin of Other.
	Stranger access.Actor
}

// Compiler is the expression language.
var Compiler = sync.OnceValue(func() expression.Compiler {
	made, err := cel.New()
	if err != nil {
		panic(err)
	}
	return made
})

// Vault makes a vault with a key of the test's own.
func Vault(t testing.TB) *vault.Vault {
	t.Helper()
	made, err := vault.OpenFile(filepath.Join(t.TempDir(), "secret.key"))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// New makes the use cases over an empty store. Over gives the store as the use cases see it; nil for as it is.
func New(t testing.TB, store Store, over func(ports.Store) ports.Store) *Heddle {
	t.Helper()
	seen := ports.Store(store)
	if over != nil {
		seen = over(store)
	}
	clock, log := system.Clock{}, Log(t)
	scripts, secrets := new(Scripts), safekeeping.New(seen, clock, system.NewID, Vault(t), log)
	providers := providing.New(seen, clock, secrets, opener.New(llm.Policy{Attempts: 1, Idle: time.Minute}))
	offered := engines.New([]engines.Engine{{Name: Engine, Label: "A fake"}, {Name: OtherEngine, Label: "Another fake", AnyModel: true}}, providers)
	h := &Heddle{
		TB: t, Store: store, Scripts: scripts, Secrets: secrets, Providing: providers, Engines: offered,
		Accounts:    accounts.New(seen, clock, system.NewID),
		Assisting:   assisting.New(seen, clock, system.NewID, offered, Compiler()),
		Composing:   composing.New(seen, clock, system.NewID, Compiler(), offered),
		Running:     running.New(seen, clock, system.NewID, Compiler(), running.Scripts{Runner: scripts, Secrets: secrets}, workflowinstance.DefaultLimits(), log),
		Cataloguing: cataloguing.New(seen, clock, system.NewID),
		Watching:    watching.New(seen, store, clock),
		Examining:   examining.New(Compiler()),
		Receiving:   receiving.New(seen, clock, system.NewID),
		Packing:     packing.New(seen, clock, system.NewID, Compiler()),
	}
	h.Trying = trying.New(h.Composing, scripts, secrets, clock, system.NewID)
	h.people()
	return h
}

func (h *Heddle) people() {
	h.Helper()
	var err error
	if h.Owner, err = h.Accounts.LocalOwner(context.Background()); err != nil {
		h.Fatal(err)
	}
	h.Team, h.Other = h.team("support"), h.team("sales")
	h.Member = access.Actor{User: access.User{ID: system.NewID(), Name: "Mo"}, Teams: map[string]access.Role{h.Team.ID: access.Member}}
	h.Admin = access.Actor{User: h.Owner.User, Teams: map[string]access.Role{h.Team.ID: access.Admin}}
	h.Admin.User.IsOwner = false // the account of the owner, which rows refer to, without its powers
	h.Stranger = access.Actor{User: access.User{ID: system.NewID(), Name: "Sam"}, Teams: map[string]access.Role{h.Other.ID: access.Admin}}
}

func (h *Heddle) team(slug string) access.Team {
	h.Helper()
	team, err := h.Accounts.CreateTeam(context.Background(), h.Owner, slug, slug)
	if err != nil {
		h.Fatal(err)
	}
	return team
}

// Work runs instances' jobs until the test ends.
func (h *Heddle) Work() {
	h.Helper()
	h.WorkOn(
		jobs.Pool{Kind: running.RunActionJob, Slots: 4, Handler: h.Running.RunAction},
		jobs.Pool{Kind: running.FireTimerJob, Slots: 4, Handler: h.Running.FireTimer},
	)
}

// WorkOn runs a worker until the test ends, or the answer is called.
func (h *Heddle) WorkOn(pools ...jobs.Pool) (stop func()) {
	h.Helper()
	worker := jobs.NewWorker(h.Store, h.Store, system.Clock{}, system.NewID(), Log(h), pools...)
	return Background(h, worker.Run)
}

// Background runs something until the test ends, or the answer is called, and waits for its end.
func Background(t testing.TB, run func(ctx context.Context)) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		run(ctx)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return stop
}

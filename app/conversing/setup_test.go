package conversing_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/conversing"
	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/provider"
	"heddle.dev/heddle/ports"
)

// bench is Heddle with servers whose agents the test plays.
type bench struct {
	*apptest.Heddle
	t       *testing.T
	servers []*server
	most    int // agents on a server
}

func onBenches(t *testing.T, test func(b *bench)) {
	t.Helper()
	apptest.Stores(t, func(t *testing.T, store apptest.Store) { test(&bench{Heddle: apptest.New(t, store, nil), t: t}) })
}

// server is one of the servers on the store.
type server struct {
	agents *apptest.Agents
	store  *outage
	stop   func()
}

// serve runs a server with the jobs and sessions of one.
func (b *bench) serve() *server {
	b.Helper()
	return b.serveIn(b.t.TempDir())
}

// serveIn runs a server whose sessions have their directories in dir.
func (b *bench) serveIn(dir string) *server {
	b.Helper()
	s := &server{agents: new(apptest.Agents), store: &outage{Store: b.Store}}
	log, clock, name := apptest.Log(b), system.Clock{}, system.NewID()
	offered := engines.New([]engines.Engine{{Name: apptest.Engine}, {Name: apptest.OtherEngine, AnyModel: true, Providers: []provider.Kind{provider.OpenAI}}}, b.Providing)
	assist := assisting.New(s.store, clock, system.NewID, offered, apptest.Compiler())
	compose := composing.New(s.store, clock, system.NewID, apptest.Compiler(), offered)
	hosts := conversing.Hosts{Compositions: compose.Host(), Own: assist.Host()}
	sessions := conversing.New(s.store, clock, hosts, offered, map[string]ports.AgentDriver{apptest.Engine: s.agents, apptest.OtherEngine: s.agents}, conversing.Config{
		Owner: name, Dir: dir, ServerURL: func() string { return "http://server" }, MCP: []string{"/bin/heddle", "mcp"},
		Most: b.most, Idle: idle, Scripts: b.Scripts, Secrets: b.Secrets, LookPath: findProgram,
	}, log)
	worker := jobs.NewWorker(s.store, b.Store, clock, name, log,
		jobs.Pool{Kind: composing.DeliverMessageJob, Slots: 4, Handler: sessions.DeliverMessage},
		jobs.Pool{Kind: composing.DeliverAnswerJob, Slots: 4, Handler: sessions.DeliverAnswer},
		jobs.Pool{Kind: composing.InterruptJob, Slots: 4, Handler: sessions.Interrupt},
		jobs.Pool{Kind: composing.StopWaitingJob, Slots: 4, Handler: compose.StopWaiting},
		jobs.Pool{Kind: composing.RestartSessionJob, Slots: 4, Handler: sessions.RestartSession},
		jobs.Pool{Kind: composing.EndSessionJob, Slots: 4, Handler: sessions.EndSession},
	)
	stopSessions := apptest.Background(b, sessions.Run)
	stopWorker := apptest.Background(b, worker.Run)
	s.stop = func() {
		stopWorker()
		stopSessions()
	}
	b.servers = append(b.servers, s)
	return s
}

// agents lists the agents of all servers.
func (b *bench) agents() (all []*apptest.AgentSession) {
	for _, s := range b.servers {
		all = append(all, s.agents.Sessions()...)
	}
	return all
}

// outage is a store that can be made not to answer one server.
type outage struct {
	ports.Store
	down atomic.Bool
}

var errDown = fault.New(fault.KindUnavailable, "database-unreachable", "the database can't be reached")

func (o *outage) InTx(ctx context.Context, work func(ctx context.Context, tx ports.Tx) error) error {
	if o.down.Load() {
		return errDown
	}
	return o.Store.InTx(ctx, work)
}

func (o *outage) View(ctx context.Context, read func(ctx context.Context, tx ports.Tx) error) error {
	if o.down.Load() {
		return errDown
	}
	return o.Store.View(ctx, read)
}

func (b *bench) compose() composition.Composition {
	b.Helper()
	return b.Compose("", "")
}

func (b *bench) turn(c composition.Composition, turn composition.Turn) composition.Turn {
	b.Helper()
	found, err := b.Composing.GetTurn(b.Context(), b.Owner, c.ID, turn.ID)
	if err != nil {
		b.Fatal(err)
	}
	return found
}

func (b *bench) session(c composition.Composition) composition.Session {
	b.Helper()
	found, err := b.Composing.GetSession(b.Context(), b.Owner, c.SessionID)
	if err != nil {
		b.Fatal(err)
	}
	return found
}

// wantEnd fails the test unless the turn ended with the outcome and a notice that says so.
func (b *bench) wantEnd(c composition.Composition, turn composition.Turn, outcome composition.Outcome, notice string) {
	b.Helper()
	found := b.turn(c, turn)
	if found.Outcome != outcome || found.Receipt == nil || !strings.Contains(found.Receipt.Notice, notice) {
		b.Errorf("the turn ended as %q with %+v, want %q with a notice of %q", found.Outcome, found.Receipt, outcome, notice)
	}
	if now := b.Reload(c); now.TurnState != composition.Idle && now.CurrentTurnID == turn.ID {
		b.Error("the turn still runs")
	}
}

// idle is how long an agent of the servers waits for a message until it is parked.
const idle = time.Minute

// moment is enough time for all that does not wait for a lease.
const moment = time.Second

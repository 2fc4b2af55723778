package main

import (
	"context"
	"log/slog"
	"os/exec"
	"path/filepath"
	"time"

	"go.uber.org/fx"
	"go.uber.org/fx/fxevent"

	"heddle.dev/heddle/adapters/cel"
	httpadapter "heddle.dev/heddle/adapters/http"
	"heddle.dev/heddle/adapters/llm"
	"heddle.dev/heddle/adapters/llm/opener"
	"heddle.dev/heddle/adapters/process"
	"heddle.dev/heddle/adapters/runner"
	"heddle.dev/heddle/adapters/sql/postgres"
	"heddle.dev/heddle/adapters/sql/sqlite"
	"heddle.dev/heddle/adapters/system"
	"heddle.dev/heddle/adapters/vault"
	"heddle.dev/heddle/app/accounts"
	"heddle.dev/heddle/app/assisting"
	"heddle.dev/heddle/app/cataloguing"
	"heddle.dev/heddle/app/composing"
	"heddle.dev/heddle/app/conversing"
	"heddle.dev/heddle/app/engines"
	"heddle.dev/heddle/app/examining"
	"heddle.dev/heddle/app/jobs"
	"heddle.dev/heddle/app/metering"
	"heddle.dev/heddle/app/packing"
	"heddle.dev/heddle/app/providing"
	"heddle.dev/heddle/app/receiving"
	"heddle.dev/heddle/app/running"
	"heddle.dev/heddle/app/safekeeping"
	"heddle.dev/heddle/app/trying"
	"heddle.dev/heddle/app/watching"
	"heddle.dev/heddle/domain/expression"
	"heddle.dev/heddle/domain/workflowinstance"
	"heddle.dev/heddle/ports"
)

// processName names this process among all that share the store.
type processName string

// wiring is the graph of the server: constructors are plain functions, and only here is it seen what needs what.
func wiring(ctx context.Context, s settings, log *slog.Logger) fx.Option {
	return fx.Options(
		fx.WithLogger(func() fxevent.Logger {
			quiet := &fxevent.SlogLogger{Logger: log}
			quiet.UseLogLevel(slog.LevelDebug)
			quiet.UseErrorLevel(slog.LevelDebug) // the command reports the cause in words
			return quiet
		}),
		fx.Supply(s, log),
		fx.Provide(
			func() ports.Clock { return system.Clock{} },
			func() ports.NewID { return system.NewID },
			func(newID ports.NewID) processName { return processName(newID()) },
			func(s settings) (expression.Compiler, error) { return cel.NewWithCostLimit(s.MaxExprCost) },
			func(lc fx.Lifecycle, s settings, newID ports.NewID, log *slog.Logger) (stores, error) {
				return openStore(ctx, lc, s, newID, log)
			},
			openHome,
			fx.Annotate(newRunner, fx.As(new(ports.ScriptRunner))),
			newEngines,
			func(all []engines.Engine, providers *providing.Service) *engines.Service {
				return engines.New(all, providers)
			},
			accounts.New, cataloguing.New, composing.New, assisting.New, watching.New, examining.New, receiving.New,
			packing.New, trying.New, newVault, safekeeping.New, newProviding, metering.New,
			func() ports.OpenLLM { return opener.New(llm.DefaultPolicy) },
			func(runner ports.ScriptRunner, secrets *safekeeping.Service) running.Scripts {
				return running.Scripts{Runner: runner, Secrets: secrets}
			},
			newRunning, newConversing, newWorker, newListener, newServices,
		),
		// What is invoked first stops last: requests, then jobs, then the agents that jobs talk to.
		fx.Invoke(sealAnew, runConversing, runWorker, runHousekeeping, serveHTTP),
	)
}

// newProviding makes the service whose trials are no work in the background: people wait for what comes of them.
func newProviding(store ports.Store, clock ports.Clock, secrets *safekeeping.Service) *providing.Service {
	return providing.New(store, clock, secrets, opener.New(llm.TrialPolicy))
}

// stores is the one store under its two ports.
type stores struct {
	fx.Out

	Store  ports.Store
	Signal ports.EventSignal
}

func openStore(ctx context.Context, lc fx.Lifecycle, s settings, newID ports.NewID, log *slog.Logger) (stores, error) {
	if s.DatabaseURL != "" {
		store, err := postgres.Open(ctx, s.DatabaseURL, newID)
		if err != nil {
			return stores{}, err
		}
		lc.Append(fx.StopHook(store.Close))
		inBackground(lc, func(ctx context.Context) { store.Relay(ctx, log) })
		return stores{Store: crashing(store), Signal: store}, nil
	}
	store, err := sqlite.Open(ctx, s.Data, newID)
	if err != nil {
		return stores{}, err
	}
	lc.Append(fx.StopHook(store.Close))
	return stores{Store: crashing(store), Signal: store}, nil
}

// openHome comes after the store, whose lock on the data directory keeps a second server from taking the first one's
// processes for left-overs.
func openHome(lc fx.Lifecycle, s settings, _ ports.Store) (*process.Home, error) {
	home, err := process.Open(filepath.Join(s.Data, "processes"))
	if err != nil {
		return nil, err
	}
	lc.Append(fx.StopHook(home.Close))
	return home, nil
}

func newRunner(ctx fx.Lifecycle, home *process.Home, s settings) (*runner.Runner, error) {
	r, err := runner.New(home, runner.Config{
		Dir: filepath.Join(s.Data, "scripts"),
		Limits: ports.ScriptLimits{
			MemoryBytes: s.ScriptMemory, Processes: s.ScriptProcesses, OutputBytes: s.ScriptOutput,
			ResultBytes: s.ScriptResult, FileBytes: s.ScriptFile, LogBytes: s.ScriptLog,
		},
	})
	if err != nil {
		return nil, err
	}
	ctx.Append(fx.StartHook(r.Sweep))
	return r, nil
}

// newVault takes the keys of the setting, or else those of the file in the data directory, which the first start makes.
// The store comes before, since it makes the directory and holds its lock.
func newVault(s settings, _ ports.Store) (ports.Vault, error) {
	if s.SecretKey != "" {
		return vault.New(s.SecretKey, "HEDDLE_SECRET_KEY")
	}
	return vault.OpenFile(filepath.Join(s.Data, "secret.key"))
}

func sealAnew(lc fx.Lifecycle, secrets *safekeeping.Service) {
	lc.Append(fx.StartHook(secrets.SealAnew))
}

func newRunning(
	store ports.Store, clock ports.Clock, newID ports.NewID, compiler expression.Compiler, scripts running.Scripts, s settings, log *slog.Logger,
) *running.Service {
	limits := workflowinstance.Limits{MovesPerCall: s.MaxCallMoves, Moves: s.MaxMoves}
	return running.New(store, clock, newID, compiler, scripts, limits, log)
}

func newConversing(
	store ports.Store, clock ports.Clock, composing *composing.Service, assisting *assisting.Service, engines *engines.Service,
	drivers map[string]ports.AgentDriver, name processName, s settings, l *listener, scripts running.Scripts, log *slog.Logger,
) (*conversing.Service, error) {
	program, err := self()
	if err != nil {
		return nil, err
	}
	return conversing.New(store, clock, conversing.Hosts{Compositions: composing.Host(), Own: assisting.Host()}, engines, drivers, conversing.Config{
		Owner: string(name), Dir: filepath.Join(s.Data, "sessions"), ServerURL: l.URL, MCP: []string{program, "mcp"},
		Most: s.AgentSessions, Idle: s.AgentIdle, Keys: []string{s.ClaudeCodeKey, s.OpencodeKey},
		Scripts: scripts.Runner, Secrets: scripts.Secrets, LookPath: findProgram,
	}, log), nil
}

func newServices(
	accounts *accounts.Service, composing *composing.Service, running *running.Service, cataloguing *cataloguing.Service,
	watching *watching.Service, examining *examining.Service, receiving *receiving.Service,
	packing *packing.Service, trying *trying.Service, secrets *safekeeping.Service,
	providing *providing.Service, engines *engines.Service, metering *metering.Service,
	assisting *assisting.Service,
) httpadapter.Services {
	return httpadapter.Services{
		Accounts: accounts, Composing: composing, Running: running, Cataloguing: cataloguing, Watching: watching,
		Examining: examining, Receiving: receiving, Packing: packing, Trying: trying, Safekeeping: secrets, Providing: providing,
		Engines: engines, Metering: metering, Assisting: assisting,
	}
}

// agentSlots bounds how many commands reach agents at once; each takes a moment only, since answers come as events.
const agentSlots = 8

func newWorker(
	store ports.Store, signal ports.EventSignal, clock ports.Clock, name processName, s settings, log *slog.Logger,
	compositions *composing.Service, sessions *conversing.Service, runs *running.Service,
) *jobs.Worker {
	return jobs.NewWorker(store, signal, clock, string(name), log,
		jobs.Pool{Kind: running.RunActionJob, Slots: s.ActionSlots, Handler: runs.RunAction},
		jobs.Pool{Kind: running.FireTimerJob, Slots: agentSlots, Handler: runs.FireTimer},
		jobs.Pool{Kind: composing.EndIdleTurnJob, Slots: agentSlots, Handler: compositions.EndIdleTurn},
		jobs.Pool{Kind: composing.StopWaitingJob, Slots: agentSlots, Handler: compositions.StopWaiting},
		jobs.Pool{Kind: composing.DeliverMessageJob, Slots: agentSlots, Handler: sessions.DeliverMessage},
		jobs.Pool{Kind: composing.DeliverAnswerJob, Slots: agentSlots, Handler: sessions.DeliverAnswer},
		jobs.Pool{Kind: composing.InterruptJob, Slots: agentSlots, Handler: sessions.Interrupt},
		jobs.Pool{Kind: composing.RestartSessionJob, Slots: agentSlots, Handler: sessions.RestartSession},
		jobs.Pool{Kind: composing.EndSessionJob, Slots: agentSlots, Handler: sessions.EndSession},
	)
}

// inBackground runs work from the start of the server to its stop, and waits for its end.
func inBackground(lc fx.Lifecycle, work func(ctx context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	lc.Append(fx.Hook{
		OnStart: func(context.Context) error {
			go func() {
				defer close(done)
				work(ctx)
			}()
			return nil
		},
		OnStop: func(stopping context.Context) error {
			cancel()
			select {
			case <-done:
				return nil
			case <-stopping.Done():
				return stopping.Err()
			}
		},
	})
}

func runWorker(lc fx.Lifecycle, worker *jobs.Worker) { inBackground(lc, worker.Run) }

func runConversing(lc fx.Lifecycle, service *conversing.Service) { inBackground(lc, service.Run) }

// What is kept for a while only is looked through ten times in that while, within these bounds.
const (
	pruneLeast = time.Second
	pruneMost  = 10 * time.Minute
)

func runHousekeeping(lc fx.Lifecycle, store ports.Store, clock ports.Clock, s settings, log *slog.Logger) {
	pause := min(pruneMost, max(pruneLeast, s.KeepEvents/10))
	inBackground(lc, func(ctx context.Context) {
		for ctx.Err() == nil {
			now := clock.Now()
			err := store.InTx(ctx, func(ctx context.Context, tx ports.Tx) error {
				if err := tx.PruneEvents(ctx, now.Add(-s.KeepEvents), s.KeepEventCount); err != nil {
					return err
				}
				return tx.PruneIdempotency(ctx, now.Add(-s.KeepIdempotent))
			})
			if err != nil && ctx.Err() == nil {
				log.Warn("old events could not be removed", "error", err)
			}
			timer, stop := clock.After(pause)
			select {
			case <-timer:
			case <-ctx.Done():
			}
			stop()
		}
	})
}

// findProgram finds what a session template calls a program: an absolute path, whatever directory agents run in.
func findProgram(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

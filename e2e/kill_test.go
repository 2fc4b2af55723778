package e2e_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	_ "modernc.org/sqlite" // registers the driver

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// killRoundsVariable names the environment variable that says how often the server is killed; 5 times without it.
const killRoundsVariable = "HEDDLE_KILL_ROUNDS"

// clients is how many callers start and complete at once.
const clients = 6

// ledger is the clients' own account of what the server acknowledged.
type ledger struct {
	mu        sync.Mutex
	started   []string
	completed map[string]bool // instances whose task was completed
}

func (l *ledger) note(write func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	write()
}

// afterMore returns when a number of further things was acknowledged.
func (l *ledger) afterMore(t *testing.T, more int) {
	t.Helper()
	count := func() int {
		l.mu.Lock()
		defer l.mu.Unlock()
		return len(l.started) + len(l.completed)
	}
	goal := count() + more
	heddletest.Until(t, "the clients get on", func() bool { return count() >= goal })
}

// work starts instances and completes their tasks until the server is gone.
func (l *ledger) work(s *heddletest.Server, workflowID string) {
	for {
		given := json.RawMessage(`{"amount": 1}`)
		began, err := s.API.StartInstanceWithResponse(context.Background(), workflowID, nil, api.NewInstance{Context: &given})
		if err != nil || began.JSON201 == nil {
			return
		}
		id := began.JSON201.Id
		l.note(func() { l.started = append(l.started, id) })
		task, ok := taskOf(s, id)
		if !ok {
			return
		}
		done, err := s.API.CompleteTaskWithResponse(context.Background(), id, task.Number, api.TaskOutput{Output: json.RawMessage(`{}`)})
		if err != nil || done.JSON200 == nil {
			return
		}
		l.note(func() { l.completed[id] = true })
	}
}

// taskOf waits for the task of an instance; it is false when the server went away meanwhile.
func taskOf(s *heddletest.Server, instanceID string) (api.Task, bool) {
	for {
		r, err := s.API.GetInstanceWithResponse(context.Background(), instanceID)
		if err != nil || r.JSON200 == nil {
			return api.Task{}, false
		}
		if tasks := *r.JSON200.Tasks; len(tasks) > 0 {
			return tasks[0], true
		}
	}
}

func TestNothingAcknowledgedIsLostOrDoubledByKills(t *testing.T) {
	t.Parallel()
	rounds, err := strconv.Atoi(os.Getenv(killRoundsVariable))
	if err != nil {
		rounds = 5
	}
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		script := newGate(t)
		script.open(t)
		workflow := publishGate(t, s, script)
		l := &ledger{completed: map[string]bool{}}
		for range rounds {
			var working sync.WaitGroup
			for range clients {
				working.Go(func() { l.work(s, workflow.Id) })
			}
			const most = 40
			l.afterMore(t, 1+rand.IntN(most)) //nolint:gosec // any moment will do
			s.Kill()
			working.Wait()
			s.Restart()
		}
		for _, id := range everyInstance(t, s, l) {
			settle(t, s, l, id)
		}
		s.Terminate()
		requireIntact(t, s)
		t.Logf("%d kills, %d starts and %d completions acknowledged", rounds, len(l.started), len(l.completed))
	}, heddletest.Durable())
}

// everyInstance lists all instances, those included of whose start nobody heard, and requires that none is missing.
func everyInstance(t *testing.T, s *heddletest.Server, l *ledger) (ids []string) {
	t.Helper()
	_, rows := walk(t, s, "/instances", 200)
	stored := map[string]bool{}
	for _, row := range rows {
		id := row[:len(row)-1] // behind it is the number that other lists have
		stored[id] = true
		ids = append(ids, id)
	}
	for _, id := range l.started {
		if !stored[id] {
			t.Errorf("the start of %s was acknowledged and is not stored", id)
		}
	}
	return ids
}

// settle brings an instance to its end and requires that every step on the way was made once.
func settle(t *testing.T, s *heddletest.Server, l *ledger, id string) {
	t.Helper()
	instance := s.Instance(id)
	if l.completed[id] && instance.Status != "completed" {
		t.Errorf("the completion of %s was acknowledged and the instance is %s", id, instance.Status)
	}
	if instance.Status != "completed" {
		s.Complete(id, s.OpenTask(id), `{}`)
	}
	seen := map[string]int{}
	for _, entry := range s.History(id) {
		seen[fmt.Sprint(entry.Kind, " ", *entry.NodeId)]++
	}
	for _, node := range []string{"start", "gate", "look", "end"} {
		if seen["entered "+node] != 1 || seen["completed "+node] != 1 {
			t.Errorf("the history of %s has %v", id, seen)
		}
	}
}

// requireIntact lets SQLite check its own file, where there is one.
func requireIntact(t *testing.T, s *heddletest.Server) {
	t.Helper()
	path := filepath.Join(s.Data, "heddle.db")
	if _, err := os.Stat(path); os.IsNotExist(err) {
		return
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var verdict string
	if err := db.QueryRowContext(t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity check: %s, %v", verdict, err)
	}
}

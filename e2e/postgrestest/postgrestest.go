// Package postgrestest gives tests a PostgreSQL of their own: one throw-away server a test process, one database a
// test. The server ends with the test process, however that ends.
package postgrestest

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Option changes what New gives.
type Option func(*options)

type options struct {
	durable  bool
	template string
	prepare  func(databaseURL string) error
}

// Durable gives a database on a server that syncs every commit to the disk, for kill tests and benchmarks. Without
// it, commits are fast and are lost when the machine fails.
func Durable() Option { return func(o *options) { o.durable = true } }

// Prepared gives a copy of a template that prepare filled, once in a test process for each name (of
// lowercase letters, digits and underscores). Prepare must have closed its connections when it returns.
func Prepared(name string, prepare func(databaseURL string) error) Option {
	return func(o *options) { o.template, o.prepare = name, prepare }
}

// New answers the URL of a fresh database, which is dropped when the test ends. Other processes can use the URL as
// well while the test runs.
func New(t testing.TB, opts ...Option) (databaseURL string) {
	t.Helper()
	var o options
	for _, option := range opts {
		option(&o)
	}
	s, err := shared(o.durable)
	if err != nil {
		t.Fatal(err)
	}
	template := "template0"
	if o.template != "" {
		if template, err = s.template(o); err != nil {
			t.Fatalf("prepare the database template %q: %v", o.template, err)
		}
	}
	name := fmt.Sprintf("test_%d", s.databases.Add(1))
	if err := s.create(name, template); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.admin("DROP DATABASE " + name + " WITH (FORCE)"); err != nil {
			t.Errorf("drop the database of the test: %v", err)
		}
	})
	return s.url(name)
}

// server is one running PostgreSQL.
type server struct {
	socketDir string
	databases atomic.Int64
	mu        sync.Mutex
	templates map[string]error
}

var (
	fast    = sync.OnceValues(func() (*server, error) { return start(false) })
	durable = sync.OnceValues(func() (*server, error) { return start(true) })
)

func shared(wantDurable bool) (*server, error) {
	if wantDurable {
		return durable()
	}
	return fast()
}

func (s *server) url(database string) string {
	query := url.Values{"host": {s.socketDir}}
	return (&url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/" + database, RawQuery: query.Encode()}).String()
}

// template answers the name of the template database, which is made when it is asked for first.
func (s *server) template(o options) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := "template_" + o.template
	err, made := s.templates[name]
	if !made {
		if err = s.create(name, "template0"); err == nil {
			err = o.prepare(s.url(name))
		}
		s.templates[name] = err
	}
	return name, err
}

// create copies the template as files, which is faster than through the log and leaves less to write later.
func (s *server) create(name, template string) error {
	return s.admin(fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY", name, template))
}

func (s *server) admin(statement string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.url("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, statement)
	return err
}

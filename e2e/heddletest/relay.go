package heddletest

import (
	"context"
	"io"
	"net"
	"net/url"
	"path/filepath"
	"sync"
	"testing"
)

// Relay stands between a server and its PostgreSQL, and can be cut: connections then break and new ones are refused,
// as when the database stops.
type Relay struct {
	t       testing.TB
	address string
	target  string // the path of the database's socket

	mu       sync.Mutex
	listener net.Listener
	open     map[net.Conn]bool
}

// NewRelay makes a relay that is not connected yet; Between connects it.
func NewRelay(t testing.TB) *Relay {
	t.Helper()
	address, err := freeAddress()
	if err != nil {
		t.Fatal(err)
	}
	r := &Relay{t: t, address: address, open: map[net.Conn]bool{}}
	t.Cleanup(r.Cut)
	return r
}

// Between answers a URL that reaches the database of databaseURL through the relay; see Through.
func (r *Relay) Between(databaseURL string) string {
	r.t.Helper()
	u, err := url.Parse(databaseURL)
	if err != nil {
		r.t.Fatal(err)
	}
	r.target = filepath.Join(u.Query().Get("host"), ".s.PGSQL.5432")
	u.Host, u.RawQuery = r.address, "sslmode=disable"
	r.Mend()
	return u.String()
}

// Mend lets connections through again.
func (r *Relay) Mend() {
	r.t.Helper()
	listener, err := net.Listen("tcp", r.address)
	if err != nil {
		r.t.Fatal(err)
	}
	r.mu.Lock()
	r.listener = listener
	r.mu.Unlock()
	go r.accept(listener)
}

// Cut breaks every connection and refuses new ones.
func (r *Relay) Cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.listener != nil {
		_ = r.listener.Close()
		r.listener = nil
	}
	for conn := range r.open {
		_ = conn.Close()
	}
	clear(r.open)
}

func (r *Relay) accept(listener net.Listener) {
	for {
		near, err := listener.Accept()
		if err != nil {
			return // cut
		}
		far, err := new(net.Dialer).DialContext(context.Background(), "unix", r.target)
		if err != nil {
			_ = near.Close()
			continue
		}
		if !r.note(listener, near, far) {
			return
		}
		go r.copy(near, far)
		go r.copy(far, near)
	}
}

// note keeps a connection for Cut; it answers false when the relay was cut meanwhile.
func (r *Relay) note(listener net.Listener, both ...net.Conn) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, conn := range both {
		if r.listener != listener {
			_ = conn.Close()
			continue
		}
		r.open[conn] = true
	}
	return r.listener == listener
}

func (r *Relay) copy(to, from net.Conn) {
	_, _ = io.Copy(to, from) // it ends when either side closes
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, conn := range []net.Conn{to, from} {
		_ = conn.Close()
		delete(r.open, conn)
	}
}

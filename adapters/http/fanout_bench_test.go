package http_test

import (
	"bufio"
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/ports"
)

const (
	benchListeners = 200
	benchRate      = 100 // events a second where they come at a steady pace
)

// BenchmarkEventFanOut measures how events reach 200 listeners over HTTP, from before the transaction that appends an
// event until a listener has read it: one at a time as fast as they can be stored, and at a steady pace. Server and
// listeners share the machine.
func BenchmarkEventFanOut(b *testing.B) {
	for name, open := range map[string]func(testing.TB) apptest.Store{
		"SQLite":     apptest.SQLite,
		"PostgreSQL": func(t testing.TB) apptest.Store { return apptest.Replica(t, apptest.Database(t)) },
	} {
		b.Run(name+"/flood", func(b *testing.B) { benchmarkFanOut(b, open(b), 0) })
		b.Run(name+"/paced", func(b *testing.B) { benchmarkFanOut(b, open(b), time.Second/benchRate) })
	}
}

func benchmarkFanOut(b *testing.B, store apptest.Store, pause time.Duration) {
	b.Helper()
	h := setup(b, store)
	web := httptest.NewServer(h.handler)
	b.Cleanup(web.Close)
	delays := make([][]time.Duration, benchListeners)
	var listening, begun sync.WaitGroup
	for i := range delays {
		begun.Add(1)
		listening.Go(func() { delays[i] = hearEvents(b, web, b.N, begun.Done) })
	}
	begun.Wait()
	b.ResetTimer()
	pace := time.NewTicker(max(pause, 1))
	defer pace.Stop()
	for range b.N {
		if pause > 0 {
			<-pace.C
		}
		apptest.Change(b, store, func(ctx context.Context, tx ports.Tx) error {
			now := time.Now()
			return tx.AppendEvent(ctx, ports.BrowserEvent{Kind: "test", Data: strconv.FormatInt(now.UnixNano(), 10), CreatedAt: now})
		})
	}
	listening.Wait()
	b.StopTimer()
	all := slices.Concat(delays...)
	slices.Sort(all)
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "deliveries/s")
	b.ReportMetric(float64(all[len(all)*95/100].Microseconds())/1000, "p95-ms")
}

// hearEvents listens until it has heard so many events, and answers how old each was then.
func hearEvents(b *testing.B, web *httptest.Server, count int, begun func()) (delays []time.Duration) {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, web.URL+base+"/events", nil)
	if err != nil {
		b.Error(err)
		return nil
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		b.Error(err)
		return nil
	}
	defer func() { _ = answer.Body.Close() }()
	for lines := bufio.NewScanner(answer.Body); len(delays) < count && lines.Scan(); {
		data, isData := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if begun != nil {
			begun()
			begun = nil
		}
		if !isData {
			continue
		}
		sent, err := strconv.ParseInt(string(data), 10, 64)
		if err != nil {
			b.Error(err)
			return delays
		}
		delays = append(delays, time.Since(time.Unix(0, sent)))
	}
	return delays
}

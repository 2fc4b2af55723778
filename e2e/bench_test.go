package e2e_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"heddle.dev/heddle/e2e/heddletest"
	"heddle.dev/heddle/openapi/api"
)

// benchNodes is the size of the documents in the benchmarks of composing.
const benchNodes = 200

// chain is a valid workflow of so many nodes in a row, each with an expression, and with a name that tells its variants apart.
func chain(nodes int, name string) string {
	var list, edges strings.Builder
	list.WriteString(`{"id":"start","type":"start","name":"Start","config":{"inputs":[{"name":"amount","type":"number","required":true}]}}`)
	previous := "start"
	for i := range nodes - 2 {
		id := fmt.Sprint("task-", i)
		fmt.Fprintf(&list, `,{"id":%q,"type":"human-task","name":"Task %d","config":{"title":"\"Look at \" + string(context.amount)","outputs":[]},"position":{"x":%d,"y":0}}`, id, i, i*240)
		fmt.Fprintf(&edges, `{"id":"to-%s","source":%q,"target":%q,"priority":0,"isDefault":false},`, id, previous, id)
		previous = id
	}
	list.WriteString(`,{"id":"end","type":"end","name":"End","config":{}}`)
	fmt.Fprintf(&edges, `{"id":"to-end","source":%q,"target":"end","priority":0,"isDefault":false}`, previous)
	return fmt.Sprintf(`{"id":"chain","name":%q,"nodes":[%s],"edges":[%s]}`, name, list.String(), edges.String())
}

// percentile reports the p-th part of what was measured, in milliseconds.
func percentile(b *testing.B, took []time.Duration, p float64, unit string) {
	b.Helper()
	sort.Slice(took, func(i, j int) bool { return took[i] < took[j] })
	b.ReportMetric(float64(took[int(float64(len(took)-1)*p)].Microseconds())/1000, unit)
}

// BenchmarkSave is a person's save over HTTP of a workflow of 200 nodes that was changed: checked against the contract,
// stored as a revision, validated, told to browsers.
func BenchmarkSave(b *testing.B) {
	for _, store := range []heddletest.Store{heddletest.SQLite, heddletest.Postgres} {
		for _, savers := range []int{1, 8} {
			b.Run(fmt.Sprintf("%s/savers=%d", store, savers), func(b *testing.B) { benchmarkSave(b, store, savers) })
		}
	}
}

func benchmarkSave(b *testing.B, store heddletest.Store, savers int) {
	b.Helper()
	s := heddletest.Start(b, store, heddletest.Durable())
	items := make([]api.Item, savers)
	for i := range items {
		items[i] = s.Save(s.Workflow(s.Compose("Bench").Id), chain(benchNodes, "Saved"))
	}
	b.ResetTimer()
	var saving sync.WaitGroup
	var mu sync.Mutex
	var took []time.Duration
	left := b.N
	for i := range items {
		saving.Go(func() {
			for n := 0; ; n++ {
				mu.Lock()
				left--
				done := left < 0
				mu.Unlock()
				if done {
					return
				}
				began := time.Now()
				r, err := s.API.SaveItemWithResponse(context.Background(), items[i].CompositionId, items[i].Id, api.ItemSave{
					BaseRevision: items[i].ContentRevision, Content: json.RawMessage(chain(benchNodes, fmt.Sprint("Saved ", n))),
				})
				if err != nil || r.JSON200 == nil {
					b.Errorf("a save failed: %v", err)
					return
				}
				items[i] = *r.JSON200
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	saving.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "saves/s")
	percentile(b, took, 0.95, "p95-ms")
}

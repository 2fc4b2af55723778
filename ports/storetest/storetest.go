// Package storetest is the contract of ports.Store as tests: every store runs them, and what they prove is all that
// use cases may rely on.
package storetest

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// Opened is an open store with nothing in it.
type Opened struct {
	Store  ports.Store
	Signal ports.EventSignal
	// Close closes the store; doing so twice does no harm.
	Close func() error
	// Reopen opens the same data once more, after Close.
	Reopen func() (Opened, error)
}

// Run proves the contract. Open opens an empty store for one test and closes it when that test ends.
func Run(t *testing.T, open func(t *testing.T) Opened) {
	t.Helper()
	for _, group := range groups {
		t.Run(group.name, func(t *testing.T) {
			t.Parallel()
			for _, r := range group.rules {
				t.Run(r.name, func(t *testing.T) {
					t.Parallel()
					r.prove(&bundle{T: t, Opened: open(t)})
				})
			}
		})
	}
}

var groups = []struct {
	name  string
	rules []rule
}{
	{"transactions", transactionRules},
	{"shut down", shutDownRules},
	{"texts and times", textRules},
	{"people", peopleRules},
	{"compositions", compositionRules},
	{"items", itemRules},
	{"turns", turnRules},
	{"test runs", testRunRules},
	{"sessions", sessionRules},
	{"questions", questionRules},
	{"usage", usageRules},
	{"own sessions", ownSessionRules},
	{"agent tokens", agentTokenRules},
	{"session events", sessionEventRules},
	{"catalog", catalogRules},
	{"secrets", secretRules},
	{"definitions", definitionRules},
	{"instances", instanceRules},
	{"instance records", instanceRecordRules},
	{"jobs", jobRules},
	{"claims", claimRules},
	{"queue", queueRules},
	{"events", eventRules},
	{"idempotency", idempotencyRules},
	{"stream events", streamEventRules},
}

// rule is one sentence of the contract and its proof.
type rule struct {
	name  string
	prove func(b *bundle)
}

// bundle is what a proof works with.
type bundle struct {
	*testing.T
	Opened
}

// write runs work in a transaction that has to succeed.
func (b *bundle) write(work func(ctx context.Context, tx ports.Tx) error) {
	b.Helper()
	if err := b.Store.InTx(b.Context(), work); err != nil {
		b.Fatal(err)
	}
}

// refuse runs work in a transaction that has to end with a fault of the kind and code.
func (b *bundle) refuse(kind fault.Kind, code string, work func(ctx context.Context, tx ports.Tx) error) {
	b.Helper()
	err := b.Store.InTx(b.Context(), work)
	if fault.KindOf(err) != kind || fault.CodeOf(err) != code {
		b.Fatalf("got %v, want a fault of kind %s with code %s", err, kind, code)
	}
}

// missing runs work that has to end with a not-found fault whose message names the key.
func (b *bundle) missing(work func(ctx context.Context, tx ports.Tx) error) {
	b.Helper()
	b.refuse(fault.KindNotFound, "not-found", work)
}

// taken runs work that has to be refused since a unique name or id is taken.
func (b *bundle) taken(work func(ctx context.Context, tx ports.Tx) error) {
	b.Helper()
	b.refuse(fault.KindConflict, "already-exists", work)
}

// stored runs a look-up in a view of its own, which has to succeed.
func stored[Value any](b *bundle, look func(ctx context.Context, tx ports.Tx) (Value, error)) (found Value) {
	b.Helper()
	err := b.Store.View(b.Context(), func(ctx context.Context, tx ports.Tx) (err error) {
		found, err = look(ctx, tx)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return found
}

// changed runs one change in a transaction that has to succeed.
func changed[Value any](b *bundle, change func(ctx context.Context, tx ports.Tx) (Value, error)) (answer Value) {
	b.Helper()
	b.write(func(ctx context.Context, tx ports.Tx) (err error) {
		answer, err = change(ctx, tx)
		return err
	})
	return answer
}

func equal[Value any](b *bundle, what string, got, want Value) {
	b.Helper()
	if !reflect.DeepEqual(got, want) {
		b.Errorf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// each gives one property of every element.
func each[Element, Property any](elements []Element, property func(Element) Property) []Property {
	properties := make([]Property, len(elements))
	for i, element := range elements {
		properties[i] = property(element)
	}
	return properties
}

// all runs inserts one after another.
func all(errs ...error) error { return errors.Join(errs...) }

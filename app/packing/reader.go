package packing

import (
	"context"

	"heddle.dev/heddle/domain/catalog"
	"heddle.dev/heddle/domain/definition"
	"heddle.dev/heddle/ports"
)

// reader reads what a pack may replace: as it is, or so that nobody else changes it until the transaction ends.
type reader interface {
	ports.Tx
	object(ctx context.Context, kind catalog.Kind, id string) (catalog.Object, error)
	definition(ctx context.Context, id string) (definition.Definition, error)
}

// reading is for transactions that write nothing.
type reading struct{ ports.Tx }

func (r reading) object(ctx context.Context, kind catalog.Kind, id string) (catalog.Object, error) {
	return r.ObjectByID(ctx, kind, id)
}

func (r reading) definition(ctx context.Context, id string) (definition.Definition, error) {
	return r.DefinitionByID(ctx, id)
}

// locking is for transactions that write.
type locking struct{ reading }

func (l locking) object(ctx context.Context, kind catalog.Kind, id string) (catalog.Object, error) {
	return l.LockObject(ctx, kind, id)
}

func (l locking) definition(ctx context.Context, id string) (definition.Definition, error) {
	return l.LockDefinition(ctx, id)
}

package mcp

import (
	"bytes"
	"context"

	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/openapi/api"
)

// sessionBackend calls the agent routes of a session that belongs to no composition.
type sessionBackend struct {
	*httpBackend
	id string
}

var _ SessionBackend = (*sessionBackend)(nil)

// Session implements SessionBackend.
func (b *sessionBackend) Session(ctx context.Context) (jsontext.Value, error) {
	return answerOf(b.client.GetAgentSession(ctx, b.id))
}

// ListItems implements SessionBackend.
func (b *sessionBackend) ListItems(ctx context.Context) (jsontext.Value, error) {
	return answerOf(b.client.ListAgentConfigItems(ctx, b.id))
}

// Item implements SessionBackend.
func (b *sessionBackend) Item(ctx context.Context, kind, name string) (jsontext.Value, error) {
	return answerOf(b.client.GetAgentConfigItem(ctx, b.id, kind, name))
}

// StartItem implements SessionBackend.
func (b *sessionBackend) StartItem(ctx context.Context, kind, name string) (jsontext.Value, error) {
	return answerOf(b.client.StartAgentConfigItem(ctx, b.id, api.ConfigItemName{Kind: kind, Name: name}))
}

// WriteItem implements SessionBackend. The body is put together as text, around the content.
func (b *sessionBackend) WriteItem(ctx context.Context, kind, name string, content jsontext.Value) (jsontext.Value, error) {
	body := bytes.Join([][]byte{[]byte(`{"content":`), content, []byte(`}`)}, nil)
	return answerOf(b.client.SaveAgentConfigItemWithBody(ctx, b.id, kind, name, contentType, bytes.NewReader(body)))
}

// RemoveItem implements SessionBackend.
func (b *sessionBackend) RemoveItem(ctx context.Context, kind, name string) (jsontext.Value, error) {
	if _, err := answerOf(b.client.RemoveAgentConfigItem(ctx, b.id, kind, name)); err != nil {
		return nil, err
	}
	return jsontext.Value(`{"removed":true}`), nil
}

// Validate implements SessionBackend.
func (b *sessionBackend) Validate(ctx context.Context) (jsontext.Value, error) {
	return answerOf(b.client.ValidateAgentConfigItems(ctx, b.id))
}

// Feedback implements SessionBackend.
func (b *sessionBackend) Feedback(ctx context.Context) (jsontext.Value, error) {
	return answerOf(b.client.TakeConfigFeedback(ctx, b.id))
}

// ListCatalog implements SessionBackend.
func (b *sessionBackend) ListCatalog(ctx context.Context, kind, cursor string) (jsontext.Value, error) {
	limit := catalogPage
	parameters := &api.ListSessionCatalogParams{Limit: &limit}
	if cursor != "" {
		parameters.Cursor = &cursor
	}
	return answerOf(b.client.ListSessionCatalog(ctx, b.id, kind, parameters))
}

// CatalogEntry implements SessionBackend.
func (b *sessionBackend) CatalogEntry(ctx context.Context, kind, name string) (jsontext.Value, error) {
	return answerOf(b.client.GetSessionCatalogEntry(ctx, b.id, kind, name))
}

// ListSecrets implements SessionBackend.
func (b *sessionBackend) ListSecrets(ctx context.Context, cursor string) (jsontext.Value, error) {
	limit := catalogPage
	parameters := &api.ListSessionSecretsParams{Limit: &limit}
	if cursor != "" {
		parameters.Cursor = &cursor
	}
	return answerOf(b.client.ListSessionSecrets(ctx, b.id, parameters))
}

package http

import (
	"encoding/base64"
	"strings"
	"time"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

const defaultLimit = 50

// instant cuts a time to what the API tells: UTC, milliseconds.
func instant(at time.Time) time.Time { return at.UTC().Truncate(time.Millisecond) }

func instantOrNone(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	cut := instant(*at)
	return &cut
}

func limitOf(limit *int) int {
	if limit == nil {
		return defaultLimit
	}
	return *limit
}

// list names a list in its cursors, so that those of one list are not taken for another's.
type list string

const (
	listCompositions list = "compositions"
	listRevisions    list = "revisions"
	listTurns        list = "turns"
	listSessions     list = "sessions"
	listCatalog      list = "catalog"
	listWorkflows    list = "workflows"
	listVersions     list = "versions"
	listInstances    list = "instances"
	listAttempts     list = "attempts"
	listStreamEvents list = "stream-events"
	listAgentCatalog list = "agent-catalog"
	listAgentTokens  list = "agent-tokens"
	listSecrets      list = "secrets"
	listAgentSecrets list = "agent-secrets"
	listUsage        list = "usage"
)

var errForeignCursor = fault.New(fault.KindInvalid, "invalid-cursor", "this cursor is not one that this list gave")

// readCursor opens a cursor: the place behind which the next page starts, opaque to callers.
func readCursor(of list, cursor *string) (string, error) {
	if cursor == nil || *cursor == "" {
		return "", nil
	}
	text, err := base64.RawURLEncoding.DecodeString(*cursor)
	if err != nil {
		return "", errForeignCursor
	}
	place, ok := strings.CutPrefix(string(text), string(of)+":")
	if !ok || place == "" {
		return "", errForeignCursor
	}
	return place, nil
}

// pageOf reads which page of a list is asked for.
func pageOf(of list, limit *int, cursor *string) (ports.Page, error) {
	before, err := readCursor(of, cursor)
	return ports.Page{Before: before, Limit: limitOf(limit)}, err
}

// nextCursor points behind the last of a full page; a page that is not full is the last.
func nextCursor[T any](of list, found []T, limit int, place func(T) string) *string {
	if len(found) < limit || len(found) == 0 {
		return nil
	}
	cursor := base64.RawURLEncoding.EncodeToString([]byte(string(of) + ":" + place(found[len(found)-1])))
	return &cursor
}

// mapAll converts each value; the result is a list also where there is none.
func mapAll[From, To any](from []From, convert func(From) To) []To {
	to := make([]To, len(from))
	for i := range from {
		to[i] = convert(from[i])
	}
	return to
}

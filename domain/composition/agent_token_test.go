package composition_test

import (
	"strings"
	"testing"
	"time"

	"heddle.dev/heddle/domain/composition"
	"heddle.dev/heddle/domain/fault"
)

func token(t *testing.T, chosen composition.AgentToken) composition.AgentToken {
	t.Helper()
	made, err := composition.NewAgentToken(chosen, noon)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestATokenNeedsANameAndAFuture(t *testing.T) {
	t.Parallel()
	past := noon
	for code, chosen := range map[string]composition.AgentToken{
		"missing-name": {Name: " "}, "already-expired": {Name: "n", ExpiresAt: &past}, "invalid-name": {Name: "a\nb"},
	} {
		if _, err := composition.NewAgentToken(chosen, noon); fault.CodeOf(err) != code {
			t.Errorf("%+v: %v, want %s", chosen, err, code)
		}
	}
	if _, err := composition.NewAgentToken(composition.AgentToken{Name: strings.Repeat("é", 81)}, noon); fault.CodeOf(err) != "invalid-name" {
		t.Errorf("a long name: %v", err)
	}
	if made := token(t, composition.AgentToken{Name: " my agent "}); made.Name != "my agent" || !made.CreatedAt.Equal(noon) {
		t.Errorf("%+v", made)
	}
}

func TestATokenIsOfUseUntilItExpiresOrIsRevoked(t *testing.T) {
	t.Parallel()
	until := noon.Add(time.Hour)
	made := token(t, composition.AgentToken{Name: "n", ExpiresAt: &until})
	for at, code := range map[time.Time]string{noon: "", until.Add(-1): "", until: "token-expired"} {
		if err := made.RequireUsable(at); (err == nil) != (code == "") || err != nil && fault.CodeOf(err) != code {
			t.Errorf("at %s: %v, want %q", at, err, code)
		}
	}
	if !made.Revoke(noon) || made.Revoke(until) || !made.RevokedAt.Equal(noon) {
		t.Errorf("revoked at %v", made.RevokedAt)
	}
	if err := made.RequireUsable(noon); fault.CodeOf(err) != "token-revoked" {
		t.Errorf("revoked: %v", err)
	}
}

func TestUseIsNotedRoughlyAndIdlenessIsNeverCalledTooEarly(t *testing.T) {
	t.Parallel()
	made := token(t, composition.AgentToken{Name: "n"})
	used := noon.Add(time.Second)
	if !made.Use(used) || made.Use(used.Add(4*time.Second)) {
		t.Error("the first use is noted, the one just after is not")
	}
	unnoted := used.Add(4 * time.Second)
	if idle := made.IdleAt(); idle.Before(unnoted.Add(composition.IdleLimit)) {
		t.Errorf("idle at %s, less than the limit after the last use", idle)
	}
	if !made.Use(used.Add(5 * time.Second)) {
		t.Error("a later use is noted")
	}
}

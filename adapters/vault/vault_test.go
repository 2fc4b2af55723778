package vault_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/vault"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
	"heddle.dev/heddle/ports"
)

var _ ports.Vault = (*vault.Vault)(nil)

// keys are two keys in the ways in which people have them.
var keys = []string{
	base64.StdEncoding.EncodeToString([]byte(strings.Repeat("\xff1", 16))),
	base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat("\xff2", 16))),
}

func open(t *testing.T, keys string) *vault.Vault {
	t.Helper()
	v, err := vault.New(keys, "the test")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func seal(t *testing.T, v *vault.Vault, value string) secret.Sealed {
	t.Helper()
	sealed, err := v.Seal(value, "/A")
	if err != nil {
		t.Fatal(err)
	}
	return sealed
}

func TestWhatIsSealedOpensAtItsPlaceOnly(t *testing.T) {
	t.Parallel()
	v := open(t, keys[0])
	sealed := seal(t, v, "planted")
	if value, err := v.Open(sealed, "/A"); err != nil || value != "planted" {
		t.Errorf("opened as %q, %v", value, err)
	}
	if again := seal(t, v, "planted"); again.Text == sealed.Text {
		t.Error("the same value is sealed twice in the same way")
	}
	for what, spoilt := range map[string]secret.Sealed{
		"cut":       {KeyID: sealed.KeyID, Text: sealed.Text[:8]},
		"no base64": {KeyID: sealed.KeyID, Text: "?"},
		"changed":   {KeyID: sealed.KeyID, Text: seal(t, v, "other").Text[:40] + sealed.Text[40:]},
	} {
		if value, err := v.Open(spoilt, "/A"); fault.CodeOf(err) != "secret-damaged" {
			t.Errorf("%s: opened as %q, %v", what, value, err)
		}
	}
	if value, err := v.Open(sealed, "/B"); fault.CodeOf(err) != "secret-damaged" {
		t.Errorf("at another place it opens as %q, %v", value, err)
	}
}

func TestANewKeySealsAndTheOldOneStillOpens(t *testing.T) {
	t.Parallel()
	before, rotated, after := open(t, keys[0]), open(t, keys[1]+"\n"+keys[0]), open(t, keys[1])
	old := seal(t, before, "planted")
	if value, err := rotated.Open(old, "/A"); err != nil || value != "planted" {
		t.Errorf("opened as %q, %v", value, err)
	}
	if sealed := seal(t, rotated, "planted"); sealed.KeyID != after.KeyID() || sealed.KeyID == old.KeyID {
		t.Errorf("the key %s seals, want %s", sealed.KeyID, after.KeyID())
	}
	_, err := after.Open(old, "/A")
	if f := fault.As(err); f == nil || f.Code != "secret-key-missing" || !strings.Contains(f.Message, old.KeyID) || !strings.Contains(f.Message, "the test") {
		t.Errorf("without the key: %v", err)
	}
}

func TestWhatIsNoKeyIsRefusedAndNotRepeated(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", " \n", "planted-password", keys[0] + " c2hvcnQ=", keys[0] + keys[0]} {
		_, err := vault.New(text, "HEDDLE_SECRET_KEY")
		if fault.CodeOf(err) != "invalid-secret-key" || !strings.Contains(err.Error(), "HEDDLE_SECRET_KEY") || strings.Contains(err.Error(), "planted") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTheKeyFileIsMadeOnceAndForItsOwner(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "secret.key")
	ids := make(chan string)
	for range 4 {
		go func() {
			v, err := vault.OpenFile(path)
			if err != nil {
				t.Error(err)
				ids <- ""
				return
			}
			ids <- v.KeyID()
		}()
	}
	first := <-ids
	for range 3 {
		if id := <-ids; id != first || id == "" {
			t.Errorf("opened with the keys %s and %s", first, id)
		}
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info.Mode(), err)
	}
	if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

func TestAKeyFileThatCannotBeReadIsNotReplaced(t *testing.T) {
	t.Parallel()
	if _, err := vault.OpenFile(t.TempDir()); fault.CodeOf(err) != "secret-key-unreadable" {
		t.Error(err)
	}
	empty := filepath.Join(t.TempDir(), "secret.key")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := vault.OpenFile(empty); fault.CodeOf(err) != "invalid-secret-key" {
		t.Error(err)
	}
}

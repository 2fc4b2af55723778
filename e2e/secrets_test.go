package e2e_test

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

const plantedSecret = "planted-secret-value"

// teller is an action type whose script tells its secret wherever it can.
const teller = `{"name": "tell", "mode": "script", "maxAttempts": 1, "secrets": ["TOKEN"],
 "inputs": [{"name": "fail", "type": "boolean"}], "outputs": [{"name": "length", "type": "integer"}, {"name": "token"}],
 "script": {"language": "bash", "source": "echo \"out $TOKEN\"; echo \"err $TOKEN\" >&2; [ \"$INPUT_FAIL\" = true ] && exit 3\necho \"{\\\"length\\\": ${#TOKEN}, \\\"token\\\": \\\"$TOKEN\\\"}\""}}`

const telling = `{"id": "telling", "name": "Telling", "nodes": [
 {"id": "s", "type": "start", "name": "Start", "config": {"inputs": [{"name": "fail", "type": "boolean"}]}},
 {"id": "a", "type": "action", "name": "Tell", "config": {"actionType": "tell", "inputs": {"fail": "context.fail"}, "outputs": [{"name": "length", "type": "integer"}, {"name": "token"}]}},
 {"id": "e", "type": "end", "name": "End", "config": {}}],
 "edges": [{"id": "s-a", "source": "s", "target": "a"}, {"id": "a-e", "source": "a", "target": "e"}]}`

func TestASecretReachesTheScriptAndIsToldByNothing(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		set := s.Send(heddletest.Request{Method: http.MethodPut, Path: "/secrets/TOKEN", Body: strings.NewReader(`{"value": "` + plantedSecret + `"}`)})
		if set.Status != http.StatusOK {
			t.Fatalf("setting the secret: %d %s", set.Status, set.Body)
		}
		start := s.Listen("", "").LastID()
		c := s.Compose("Telling")
		s.AddActionType(c.Id, "tell", teller)
		s.Save(s.Workflow(c.Id), telling)
		tested := s.Send(heddletest.Request{
			Method: http.MethodPost, Path: "/compositions/" + c.Id + "/test/action-type", Body: strings.NewReader(`{"name": "tell", "inputs": {"fail": false}}`),
		})
		workflow := s.Publish(c.Id)
		done := s.Becomes(s.Begin(workflow.Id, `{"fail": false}`).Id, "completed")
		failed := s.Becomes(s.Begin(workflow.Id, `{"fail": true}`).Id, "failed")
		if !strings.Contains(string(*done.Context), `"length":20`) || !strings.Contains(string(*done.Context), "•••") {
			t.Errorf("the script did not get the secret: %s", *done.Context)
		}
		told := string(tested.Body)
		for _, path := range []string{
			"secrets", "secrets/TOKEN", "action-types", "instances", "instances/" + done.Id, "instances/" + done.Id + "/logs",
			"instances/" + done.Id + "/history", "instances/" + failed.Id, "instances/" + failed.Id + "/logs", "compositions/" + c.Id + "/items",
		} {
			told += string(s.Send(heddletest.Request{Path: "/" + path}).Body)
		}
		listening := s.Listen("", start)
		listening.Await("instance-changed", failed.Id)
		for _, event := range listening.Events() {
			told += event.Data
		}
		if strings.Contains(told+s.Log(), plantedSecret) || strings.Count(told, "•••") < 5 {
			t.Errorf("told: %s\n%s", told, s.Log())
		}
		requireNoFileHolds(t, s.Data, plantedSecret)
	})
}

// requireNoFileHolds looks through the data directory, the embedded database included.
func requireNoFileHolds(t *testing.T, dir, text string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, path))
		if bytes.Contains(content, []byte(text)) {
			t.Errorf("%s holds the secret", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestALostKeyIsToldAndTheOldOneBringsTheSecretBack(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	s.Send(heddletest.Request{Method: http.MethodPut, Path: "/secrets/TOKEN", Body: strings.NewReader(`{"value": "` + plantedSecret + `"}`)})
	c := s.Compose("Telling")
	s.AddActionType(c.Id, "tell", teller)
	s.Save(s.Workflow(c.Id), telling)
	workflow := s.Publish(c.Id)
	s.Terminate()
	key := filepath.Join(s.Data, "secret.key")
	if err := os.Rename(key, key+".kept"); err != nil {
		t.Fatal(err)
	}
	s.Restart()
	failed := s.Becomes(s.Begin(workflow.Id, `{"fail": false}`).Id, "failed")
	if message := failed.Failure.Message; !strings.Contains(message, "TOKEN") || !strings.Contains(message, key) {
		t.Errorf("the failure does not help: %s", message)
	}
	if !strings.Contains(s.Log(), "can't be opened") {
		t.Errorf("the log does not tell: %s", s.Log())
	}
	s.Terminate()
	if err := os.Rename(key+".kept", key); err != nil {
		t.Fatal(err)
	}
	s.Restart()
	s.Becomes(s.Begin(workflow.Id, `{"fail": false}`).Id, "completed")
}

package http_test

import (
	"net/http"
	"strings"
	"testing"

	"heddle.dev/heddle/app/apptest"
	"heddle.dev/heddle/openapi/api"
)

const planted = "planted-secret-value"

func TestSecretsAreSetListedAndDeletedAndNoAnswerHasTheirValue(t *testing.T) {
	t.Parallel()
	onStores(t, func(b *bench) {
		send := func(status int, method, path, body string, into any) {
			b.Helper()
			if told := b.call(status, method, path, body, into).Body.String(); strings.Contains(told, planted) {
				b.Errorf("%s %s tells the value: %s", method, path, told)
			}
		}
		value := `{"value":"` + planted + `"}`
		var set, read api.Secret
		send(http.StatusOK, "PUT", "/secrets/TOKEN", value, &set)
		send(http.StatusOK, "PUT", "/secrets/TOKEN?teamId="+b.Team.ID, value, nil)
		send(http.StatusOK, "PUT", "/secrets/OTHER", value, nil)
		send(http.StatusOK, "GET", "/secrets/TOKEN", "", &read)
		if read.Name != "TOKEN" || read.TeamId != nil || read.UpdatedBy != b.Owner.ID() || !read.CreatedAt.Equal(set.CreatedAt) {
			b.Errorf("read %+v", read)
		}
		var first, second api.SecretList
		send(http.StatusOK, "GET", "/secrets?limit=2", "", &first)
		send(http.StatusOK, "GET", "/secrets?limit=2&cursor="+*first.NextCursor, "", &second)
		if names := first.Items[0].Name + first.Items[1].Name + second.Items[0].Name; names != "OTHERTOKENTOKEN" || second.NextCursor != nil {
			b.Errorf("listed as %s", names)
		}
		send(http.StatusNoContent, "DELETE", "/secrets/TOKEN", "", nil)
		send(http.StatusNotFound, "GET", "/secrets/TOKEN", "", nil)
		send(http.StatusOK, "GET", "/secrets/TOKEN?teamId="+b.Team.ID, "", nil)
		b.refuse(http.StatusUnprocessableEntity, "invalid-secret-name", request("PUT", base+"/secrets/to-ken", value))
		b.refuse(http.StatusUnprocessableEntity, "invalid-secret-value", request("PUT", base+"/secrets/TOKEN", `{"value":"short"}`))
	})
}

func TestAgentsPageThroughTheNamesOfSecrets(t *testing.T) {
	t.Parallel()
	b := setup(t, apptest.SQLite(t))
	for _, place := range [][2]string{{"", "A"}, {"", "B"}, {b.Team.ID, "B"}, {b.Other.ID, "C"}, {b.Team.ID, "D"}} {
		if _, err := b.Secrets.SetSecret(t.Context(), b.Owner, place[0], place[1], planted); err != nil {
			t.Fatal(err)
		}
	}
	c := b.Compose(b.Team.ID, "")
	given := b.SessionToken(c, b.Say(c, "look around"))
	list := func(query string) (page api.AgentSecretList) {
		r := request("GET", base+"/compositions/"+c.ID+"/agent/secrets"+query, "")
		r.Header.Set(token, given)
		if told := b.decode(http.StatusOK, r, &page).Body.String(); strings.Contains(told, planted) {
			t.Errorf("told: %s", told)
		}
		return page
	}
	first := list("?limit=2")
	second := list("?limit=2&cursor=" + *first.NextCursor)
	var got []string
	for _, s := range append(first.Items, second.Items...) {
		got = append(got, s.Scope+"/"+s.Name)
	}
	if strings.Join(got, " ") != "global/A support/B support/D" {
		t.Errorf("listed %v", got)
	}
}

package lintproof_test

import (
	"strconv"
	"strings"
	"testing"
)

const product = "heddle.dev/heddle/"

// imports says for a folder and what is imported there which rule refuses it; "" means that it is allowed.
var imports = []struct{ folder, path, rule string }{
	{"domain/document", "strings", ""},
	{"domain/document", product + "domain/fault", ""},
	{"domain/document", "github.com/go-json-experiment/json/jsontext", ""},
	{"domain/document", "os", "domain"},
	{"domain/document", "os/exec", "domain"},
	{"domain/document", "net/http", "domain"},
	{"domain/document", "context", "domain"},
	{"domain/document", "math/rand/v2", "domain"},
	{"domain/document", "crypto/rand", "domain"},
	{"domain/document", "log/slog", "domain"},
	{"domain/document", "encoding/json", "domain"},
	{"domain/document", "github.com/google/uuid", "domain"},
	{"domain/document", "github.com/cyberphone/json-canonicalization", "domain"},
	{"domain/document", product + "ports", "domain"},
	{"domain/document", product + "app/running", "domain"},
	{"domain/document", product + "adapters/cel", "domain"},

	{"ports", "context", ""},
	{"ports", product + "domain/fault", ""},
	{"ports", product + "app/running", "ports"},
	{"ports", product + "adapters/runner", "ports"},
	{"ports", "pgregory.net/rapid", "no-tests-in-the-product"},
	{"ports/storetest", "pgregory.net/rapid", ""},
	{"ports/storetest", "os/exec", ""},
	{"ports/storetest", product + "adapters/sql/sqlite", "ports-suites"},

	{"app/running", "context", ""},
	{"app/running", product + "ports", ""},
	{"app/running", product + "app/jobs", ""},
	{"app/running", "net/http", "no-technology"},
	{"app/running", "os/exec", "no-technology"},
	{"app/running", "database/sql", "no-technology"},
	{"app/running", "encoding/json", "no-technology"},
	{"app/running", product + "adapters/sql/sqlite", "app"},
	{"app/running", product + "openapi/api", "app"},
	{"app/running", "go.uber.org/fx", "app"},
	{"app/heddle", product + "adapters/sql/sqlite", ""},
	{"app/heddle", "go.uber.org/fx", ""},
	{"app/heddle", "github.com/alecthomas/kong", ""},

	{"adapters/cel", "github.com/google/cel-go", ""},
	{"adapters/cel", product + "adapters/runner", "adapters"},
	{"adapters/cel", product + "app/running", "adapters"},
	{"adapters/mail", product + "adapters/runner", "adapters"}, // an adapter without a rule of its own
	{"adapters/mail", product + "app/running", "adapters"},
	{"adapters/mail", product + "openapi/api", "adapters"},
	{"adapters/runner", product + "adapters/process", ""},
	{"adapters/runner", product + "adapters/agents/scripted", "adapters-runner"},
	{"adapters/runner", product + "app/running", "adapters-runner"},
	{"adapters/agents/scripted", product + "adapters/process", ""},
	{"adapters/agents/scripted", product + "adapters/agents/builtin", "adapters-agents"},
	{"adapters/agents/scripted", product + "adapters/mcp", "adapters-agents"},
	{"adapters/process", product + "adapters/runner", "adapters"},
	{"adapters/sql/postgres", product + "adapters/sql/mapping", ""},
	{"adapters/sql/postgres", product + "sql", ""},
	{"adapters/sql/postgres", "github.com/jackc/pgx/v5", ""},
	{"adapters/sql/postgres", product + "adapters/runner", "adapters-sql"},
	{"adapters/sql/postgres", product + "app/running", "adapters-sql"},
	{"adapters/http", product + "adapters/http/server", ""},
	{"adapters/http", product + "app/running", ""},
	{"adapters/http", product + "openapi/api", ""},
	{"adapters/http", product + "adapters/mcp", "adapters-http"},
	{"adapters/http", product + "sql", "adapters-http"},
	{"adapters/mcp", product + "openapi/api", ""},
	{"adapters/mcp", product + "adapters/http/server", "adapters-mcp"},

	{"sql", "embed", ""},
	{"sql", product + "domain/fault", "sources"},
	{"adapters/remote", product + "openapi/api", ""},
	{"adapters/remote", product + "app/packing", "adapters-remote"},
	{"adapters/remote", product + "adapters/http", "adapters-remote"},
	{"e2e", product + "openapi/api", ""},
	{"e2e", product + "e2e/postgrestest", ""},
	{"e2e", product + "app/running", "e2e"},
	{"e2e", product + "adapters/sql/sqlite", "e2e"},

	{"app/running", "testing", "no-tests-in-the-product"},
	{"app/heddle", product + "ports/storetest", "no-tests-in-the-product"},
	{"app/running", product + "app/apptest", "no-tests-in-the-product"},
	{"app/apptest", product + "ports/storetest", ""},
	{"app/apptest", product + "adapters/sql/sqlite", ""},

	{"adapters/mail", "go.uber.org/fx", "only-wiring"},
	{"adapters/mail", "github.com/alecthomas/kong", "only-wiring"},
	{"adapters/mail", "github.com/google/cel-go", "only-cel"},
	{"adapters/mail", "github.com/jackc/pgx/v5", "only-sql"},
	{"adapters/mail", "modernc.org/sqlite", "only-sql"},
	{"adapters/mail", "database/sql", "only-sql"},
	{"adapters/mail", "github.com/golang-migrate/migrate/v4", "only-sql"},
	{"adapters/mail", "github.com/labstack/echo/v4", "only-http"},
	{"adapters/mail", "github.com/getkin/kin-openapi", "only-http"},
	{"adapters/mail", "github.com/modelcontextprotocol/go-sdk", "only-mcp"},
	{"app/heddle", product + "openapi/api", "only-contract"},
}

func TestTheLinterKnowsWhoMayImportWhat(t *testing.T) {
	t.Parallel()
	m := newModule(t)
	for i, c := range imports {
		m.importable(c.path)
		m.write(fileOf(c.folder, i), "package "+packageOf(c.folder)+"\n\nimport _ "+strconv.Quote(c.path)+"\n")
	}
	found := m.lint("depguard")
	for i, c := range imports {
		messages := strings.Join(found[fileOf(c.folder, i)], "\n")
		switch {
		case c.rule == "" && messages != "":
			t.Errorf("%s may import %s, but:\n%s", c.folder, c.path, messages)
		case !strings.Contains(messages, "from list '"+c.rule+"'") && c.rule != "":
			t.Errorf("%s may not import %s by the rule %q; found:\n%s", c.folder, c.path, c.rule, messages)
		}
	}
}

func packageOf(folder string) string {
	if folder == "ports" {
		return folder
	}
	return "rule"
}

// fileOf gives each case a package of its own, so that no two cases make an import cycle.
func fileOf(folder string, i int) string {
	if folder == "ports" { // use cases' ports are files of the folder itself
		return "ports/case" + strconv.Itoa(i) + ".go"
	}
	return folder + "/case" + strconv.Itoa(i) + "/rule.go"
}

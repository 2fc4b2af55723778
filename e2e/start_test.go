package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle.dev/heddle/e2e/heddletest"
)

func TestASecondServerIsKeptOffTheDataDirectory(t *testing.T) {
	t.Parallel()
	heddletest.OnEachStore(t, func(t *testing.T, s *heddletest.Server) {
		composition, _ := agentOf(t, s)
		agent, _ := s.Agent()
		second := heddletest.Run(t, append(s.Arguments(), "--addr=127.0.0.1:0")...)
		if second.Code != 1 || !strings.Contains(second.Stderr, s.Data) || !strings.Contains(second.Stderr, "another") {
			t.Errorf("the second server ended with %d and said %q", second.Code, second.Stderr)
		}
		if !heddletest.Alive(agent.PID) {
			t.Errorf("the second server ended the agent of the first")
		}
		s.Ask(composition, "hello again")
	})
}

func TestAServerThatCanNotStartSaysWhy(t *testing.T) {
	t.Parallel()
	s := heddletest.Start(t, heddletest.SQLite)
	file := filepath.Join(t.TempDir(), "settings.yaml")
	if err := os.WriteFile(file, []byte("max-bodi: 5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	taken := strings.TrimPrefix(s.URL, "http://")
	for name, c := range map[string]struct {
		flags []string
		code  int
		says  []string
	}{
		"an address for everybody": {[]string{"--addr=0.0.0.0:0"}, 1, []string{"0.0.0.0:0", "loopback"}},
		"another machine's name":   {[]string{"--addr=example.org:80"}, 1, []string{"example.org", "loopback"}},
		"no address":               {[]string{"--addr=7400"}, 1, []string{"7400", "host:port"}},
		"a taken address":          {[]string{"--addr=" + taken}, 1, []string{taken, "--addr"}},
		"an unknown flag":          {[]string{"--prot=80"}, 2, []string{"--prot"}},
		"a number that is none":    {[]string{"--max-body=big"}, 2, []string{"--max-body"}},
		"a file's unknown key":     {[]string{"--config=" + file}, 2, []string{"max-bodi", "max-body"}},
		"no database there":        {[]string{"--database-url=postgres://heddle@/heddle?host=/nowhere"}, 1, []string{"PostgreSQL", "--database-url", "/nowhere"}},
		"a URL that is none":       {[]string{"--database-url=mysql://x"}, 1, []string{"postgres://"}},
		"a data file":              {[]string{"--data=" + file}, 1, []string{file}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := heddletest.Run(t, append([]string{"serve", "--data=" + t.TempDir(), "--addr=127.0.0.1:0"}, c.flags...)...)
			if got.Code != c.code || strings.Contains(got.Stderr, "goroutine") || strings.Count(got.Stderr, "\n") > 3 {
				t.Errorf("it ended with %d and said %q, want code %d", got.Code, got.Stderr, c.code)
			}
			for _, part := range c.says {
				if !strings.Contains(got.Stderr, part) {
					t.Errorf("it said %q, without %q", got.Stderr, part)
				}
			}
		})
	}
}

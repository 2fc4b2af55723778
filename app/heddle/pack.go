package main

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"heddle.dev/heddle/openapi/api"
)

// packCmd groups the commands that move configuration through a running server.
type packCmd struct {
	Export packExportCmd `cmd:"" help:"Write action types, tools and workflows of a server into a pack."`
	Import packImportCmd `cmd:"" help:"Bring what a pack holds into a server, all or nothing. What it leaves out stays as it is; nothing is deleted."`
}

// serverFlags name the server that a command talks to.
type serverFlags struct {
	Server string `default:"http://127.0.0.1:7400" env:"HEDDLE_SERVER" help:"URL of the Heddle server." placeholder:"URL"`
}

// packTimeout bounds one call: the server may have a large pack to check.
const packTimeout = 5 * time.Minute

func (f serverFlags) client() (*api.ClientWithResponses, error) {
	address, err := url.Parse(f.Server)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" {
		return nil, usageError("--server %q is no address of a server, such as http://127.0.0.1:7400", f.Server)
	}
	return api.NewClientWithResponses(strings.TrimRight(f.Server, "/")+"/api/v1", api.WithHTTPClient(&http.Client{Timeout: packTimeout}))
}

// unreached says that no answer came.
func (f serverFlags) unreached(err error) error {
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err
	}
	return refused("the server at %s can't be reached: %v; is `heddle serve` running, and is this its address?", f.Server, err)
}

// problemIn is what a server's answer says went wrong; nil for a success.
func (f serverFlags) problemIn(response *http.Response, body []byte) (*api.Problem, error) {
	if response.StatusCode == http.StatusOK {
		return nil, nil //nolint:nilnil // nothing went wrong
	}
	var problem api.Problem
	if err := json.Unmarshal(body, &problem); err != nil || problem.Code == "" {
		return nil, refused("what answers at %s is no Heddle server: it says %s", f.Server, response.Status)
	}
	return &problem, nil
}

// said is the text of a problem for people.
func said(p *api.Problem) string {
	if p.Detail != nil {
		return *p.Detail
	}
	return p.Title
}

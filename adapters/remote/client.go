// Package remote is a client of a running Heddle server, for the commands that work through one.
package remote

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/openapi/api"
)

// timeout bounds one call: a server may have a large pack to check.
const timeout = 5 * time.Minute

// Client calls one server.
type Client struct {
	server string
	api    *api.ClientWithResponses
}

// New makes a client of the server at a URL; one that can be none is an invalid fault.
func New(server string) (*Client, error) {
	address, err := url.Parse(server)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" {
		return nil, fault.New(fault.KindInvalid, "invalid-server", "%q is no address of a server, such as http://127.0.0.1:7400", server)
	}
	calls, err := api.NewClientWithResponses(strings.TrimRight(server, "/")+"/api/v1", api.WithHTTPClient(&http.Client{Timeout: timeout}))
	if err != nil {
		return nil, fault.New(fault.KindInvalid, "invalid-server", "%q is no address of a server", server).Because(err)
	}
	return &Client{server: server, api: calls}, nil
}

// RefusedError is a server's answer that it did not do something (RFC 9457).
type RefusedError struct {
	Code      string
	Message   string
	Problems  []fault.Problem
	Conflicts jsontext.Value // as the server sent them; nil for none
}

func (r *RefusedError) Error() string { return r.Message }

// unreached says that no answer came.
func (c *Client) unreached(err error) error {
	why := err
	if failed := new(url.Error); errors.As(err, &failed) {
		why = failed.Err
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return fault.New(fault.KindUnavailable, "server-unreachable",
		"the server at %s can't be reached: %v; is `heddle serve` running, and is this its address?", c.server, why).Because(err)
}

// answer tells whether the server did what it was asked: nil, a RefusedError, or a fault if what answers is no Heddle server.
func (c *Client) answer(response *http.Response, body []byte) error {
	if response.StatusCode == http.StatusOK {
		return nil
	}
	var problem struct {
		Code      string          `json:"code"`
		Title     string          `json:"title"`
		Detail    string          `json:"detail"`
		Problems  []fault.Problem `json:"problems"`
		Conflicts jsontext.Value  `json:"conflicts"`
	}
	if err := json.Unmarshal(body, &problem); err != nil || problem.Code == "" {
		return c.strange(response.Status)
	}
	if problem.Detail == "" {
		problem.Detail = problem.Title
	}
	return &RefusedError{Code: problem.Code, Message: problem.Detail, Problems: problem.Problems, Conflicts: problem.Conflicts}
}

func (c *Client) strange(says string) error {
	return fault.New(fault.KindUnavailable, "no-heddle-server", "what answers at %s is no Heddle server: it says %s", c.server, says)
}

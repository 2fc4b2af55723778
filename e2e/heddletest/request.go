package heddletest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"heddle.dev/heddle/openapi/api"
)

// Request is a request as no well-behaved client would send it.
type Request struct {
	Method string // GET if empty, POST if there is a body
	Path   string // behind /api/v1
	Body   io.Reader
	Host   string            // instead of the server's
	Header map[string]string // besides Content-Type: application/json
}

// Response is what a Request got.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Send sends a request.
func (s *Server) Send(r Request) Response {
	s.t.Helper()
	method := r.Method
	if method == "" {
		method = http.MethodGet
		if r.Body != nil {
			method = http.MethodPost
		}
	}
	request, err := http.NewRequestWithContext(context.Background(), method, s.URL+"/api/v1"+r.Path, r.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	if r.Body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, value := range r.Header {
		request.Header.Set(name, value)
	}
	request.Host = r.Host
	response, err := s.client.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return Response{Status: response.StatusCode, Header: response.Header, Body: text}
}

// Problem reads the problem document of a refused request (RFC 9457).
func (r Response) Problem(t testing.TB) api.Problem {
	t.Helper()
	var problem api.Problem
	if r.Header.Get("Content-Type") != "application/problem+json" || json.Unmarshal(r.Body, &problem) != nil {
		t.Fatalf("this is no problem document: %d %s", r.Status, bytes.TrimSpace(r.Body))
	}
	if problem.Status != r.Status {
		t.Errorf("the problem says %d, the response %d", problem.Status, r.Status)
	}
	return problem
}

// Expect fails the test unless the request was refused with this status and code. It answers what was said to people.
func (r Response) Expect(t testing.TB, status int, code string) (detail string) {
	t.Helper()
	problem := r.Problem(t)
	if problem.Detail != nil {
		detail = *problem.Detail
	}
	if r.Status != status || problem.Code != code {
		t.Errorf("got %d %s (%s), want %d %s", r.Status, problem.Code, detail, status, code)
	}
	return detail
}

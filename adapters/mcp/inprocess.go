package mcp

import (
	"bytes"
	"io"
	"net/http"
)

// apiAddress is where the API seems to be for requests that never leave the process.
const apiAddress = "http://localhost"

// inProcess hands requests to the API's handler in this process. Agents that come over HTTP get the very answers that
// those over stdio get over the network.
type inProcess struct{ api http.Handler }

// Do implements the client's api.HttpRequestDoer.
func (p inProcess) Do(request *http.Request) (*http.Response, error) {
	if request.Body == nil {
		request.Body = http.NoBody
	}
	answer := &answerBuffer{header: http.Header{}, status: http.StatusOK}
	p.api.ServeHTTP(answer, request)
	if err := request.Context().Err(); err != nil {
		return nil, err
	}
	return &http.Response{
		StatusCode: answer.status, Header: answer.header, Body: io.NopCloser(&answer.body), ContentLength: int64(answer.body.Len()), Request: request,
	}, nil
}

// answerBuffer is an http.ResponseWriter that keeps the answer.
type answerBuffer struct {
	header  http.Header
	status  int
	started bool
	body    bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answerBuffer) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answerBuffer) WriteHeader(status int) {
	if !a.started {
		a.status, a.started = status, true
	}
}

// Write implements http.ResponseWriter.
func (a *answerBuffer) Write(p []byte) (int, error) {
	a.started = true
	return a.body.Write(p)
}

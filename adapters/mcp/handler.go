package mcp

import (
	"crypto/rand"
	"net/http"
	"path"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"heddle.dev/heddle/app/composing"
)

// BasePath is where compositions are served over HTTP; the last part of the path is the composition's id.
const BasePath = "/mcp/compositions/"

const sessionHeader = "Mcp-Session-Id"

// HandlerConfig is what an installation sets.
type HandlerConfig struct {
	MaxBody int64  // bytes of one request
	Version string // of this program, for the protocol's greeting
}

// NewHandler serves MCP over streamable HTTP on the API's handler. Requests have been let in before: they carry the
// bearer token of an agent and end with the id of its composition.
//
// Nothing of a session lives here: each request says all there is to know, so that a client notices neither a restart
// nor another server of the same installation. A session's id is a name that the client gives back when it ends.
func NewHandler(config HandlerConfig, api http.Handler) (http.Handler, error) {
	backend := new(httpBackend)
	if err := backend.connect(apiAddress, inProcess{api}); err != nil {
		return nil, err
	}
	own := NewServer(backend, ServerConfig{Version: config.Version})
	attached := NewServer(backend, ServerConfig{Version: config.Version, Attached: true})
	serverFor := func(r *http.Request) *sdk.Server {
		if composing.IsAgentToken(callerOf(r.Context()).token) {
			return attached
		}
		return own
	}
	protocol := sdk.NewStreamableHTTPHandler(serverFor, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, MaxRequestBodyBytes: config.MaxBody,
		DisableLocalhostProtection: true, // the HTTP server checks hosts and origins for all that it serves
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who := caller{composition: path.Base(r.URL.Path), token: bearerToken(r)}
		ctx := withCaller(r.Context(), who)
		switch {
		case r.Method == http.MethodDelete:
			if composing.IsAgentToken(who.token) {
				_, _ = backend.FinishTurn(ctx, "") // there may be no turn; and one that is left behind ends by itself
			}
			w.WriteHeader(http.StatusNoContent)
			return
		case r.Header.Get(sessionHeader) == "":
			w.Header().Set(sessionHeader, rand.Text())
		}
		protocol.ServeHTTP(w, r.WithContext(ctx))
	}), nil
}

// bearerToken is the token of a request's Authorization header (RFC 6750); empty if there is none.
func bearerToken(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

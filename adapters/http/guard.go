package http

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/domain/fault"
)

// recovered turns a panic into an error, which is answered and logged like any other.
func recovered(log *slog.Logger) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (err error) {
			defer func() {
				p := recover()
				if p == nil {
					return
				}
				if p == http.ErrAbortHandler { //nolint:errorlint // the documented sentinel of net/http, never wrapped
					panic(p)
				}
				log.Error("panic in a request", "panic", p, "stack", string(debug.Stack()))
				err = fmt.Errorf("panic: %v", p)
			}()
			return next(c)
		}
	}
}

// logged writes one line a request, at debug level where all went well.
func logged(log *slog.Logger) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			start := time.Now()
			err := next(c)
			if err != nil {
				c.Error(err)
			}
			log.Debug("request", "method", c.Request().Method, "path", c.Request().URL.Path,
				"status", c.Response().Status, "ms", time.Since(start).Milliseconds())
			return nil
		}
	}
}

// guarded refuses what other websites make a browser send. A server without passwords on loopback is otherwise open to
// every page that a person visits: by a request across origins, or by a name that resolves to 127.0.0.1 (DNS rebinding).
func guarded(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		if !isLoopback(r.Host) {
			return fault.New(fault.KindForbidden, "foreign-host",
				"the server answers on loopback names only, such as 127.0.0.1 and localhost, not as %q", r.Host)
		}
		if origin := r.Header.Get("Origin"); origin != "" && !sameHost(origin, r.Host) {
			return fault.New(fault.KindForbidden, "foreign-origin", "requests of other websites (%s) are refused", origin)
		}
		switch site := r.Header.Get("Sec-Fetch-Site"); site {
		case "", "same-origin", "none":
			return next(c)
		default:
			return fault.New(fault.KindForbidden, "foreign-origin", "requests of other websites (%s) are refused", site)
		}
	}
}

func isLoopback(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	if len(name) > 1 && name[0] == '[' && name[len(name)-1] == ']' {
		name = name[1 : len(name)-1]
	}
	if name == "localhost" {
		return true
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback()
}

func sameHost(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host == host
}

// secured sets the headers that keep browsers from guessing and embedding.
func secured(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		h.Set("Referrer-Policy", "no-referrer")
		return next(c)
	}
}

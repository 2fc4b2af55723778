package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"go.uber.org/fx"

	httpadapter "heddle.dev/heddle/adapters/http"
	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// keepAlive is how long an event stream may be quiet before a comment shows that it lives.
const keepAlive = 15 * time.Second

// listener is the socket that the server answers on. It is opened before anything that tells others its address.
type listener struct {
	net.Listener
}

func newListener(lc fx.Lifecycle, s settings) (*listener, error) {
	socket, err := net.Listen("tcp", s.Addr)
	if err != nil {
		return nil, fault.New(fault.KindUnavailable, "address-in-use", "the server can't listen on %s: %v; choose another with --addr", s.Addr, err)
	}
	lc.Append(fx.StopHook(func() { _ = socket.Close() }))
	return &listener{socket}, nil
}

// URL is where this server is reached from this machine.
func (l *listener) URL() string { return "http://" + l.Addr().String() }

func serveHTTP(
	lc fx.Lifecycle, l *listener, s settings, services httpadapter.Services, store ports.Store, shutdown fx.Shutdowner, log *slog.Logger,
) error {
	program, err := self()
	if err != nil {
		return err
	}
	stopping := make(chan struct{})
	handler, err := httpadapter.NewHandler(
		httpadapter.Config{MaxBody: s.MaxBody, KeepAlive: keepAlive, Program: program, MCP: serveMCP(s)}, services, store, stopping, log)
	if err != nil {
		return err
	}
	if handler, err = withPage(handler); err != nil {
		return err
	}
	server := httpadapter.NewServer(handler)
	lc.Append(fx.Hook{
		OnStart: func(context.Context) error {
			go func() {
				if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
					log.Error("the server can't go on", "error", err)
					_ = shutdown.Shutdown(fx.ExitCode(1))
				}
			}()
			log.Info("Heddle is ready", "url", l.URL(), "version", version)
			return nil
		},
		OnStop: func(ctx context.Context) error {
			close(stopping)
			return httpadapter.Shutdown(ctx, server)
		},
	})
	return nil
}

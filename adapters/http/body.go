package http

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"heddle.dev/heddle/domain/document"
	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/fault"
)

// malformedCodes are the codes of bodies that are no JSON that can be kept without loss: 400, not 422.
var malformedCodes = map[string]bool{
	unreadableBody: true, "request-invalid": true,
	rawjson.CodeSyntax: true, rawjson.CodeUTF8: true, rawjson.CodeSurrogate: true, rawjson.CodeDuplicateKey: true,
	rawjson.CodeNumberRange: true, rawjson.CodeNumberInexact: true, rawjson.CodeDepth: true,
}

const unreadableBody = "unreadable-body"

// limited reads a request's body within the limit and refuses what is no JSON that can be kept without loss: duplicate
// keys, invalid UTF-8, numbers that a double can't hold. The text is kept for whoever needs it as it was sent.
func limited(maxBody int64) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			r := c.Request()
			if r.ContentLength > maxBody {
				return refuseTooLarge(c, maxBody)
			}
			text, err := io.ReadAll(http.MaxBytesReader(c.Response(), r.Body, maxBody))
			if over := new(http.MaxBytesError); errors.As(err, &over) {
				return refuseTooLarge(c, maxBody)
			}
			if err != nil {
				return fault.New(fault.KindInvalid, unreadableBody, "the body could not be read to its end").Because(err)
			}
			if err := checkBody(r.Header.Get(echo.HeaderContentType), text); err != nil {
				return err
			}
			r.Body = io.NopCloser(bytes.NewReader(text))
			c.SetRequest(r.WithContext(context.WithValue(r.Context(), bodyKey, text)))
			return next(c)
		}
	}
}

func checkBody(contentType string, text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if err := requireJSON(contentType); err != nil {
		return err
	}
	return document.CheckText(text)
}

// What is read of a body after its refusal: bytes, and how long that may take.
const (
	drainBytes = 64 << 20
	drainLimit = 10 * time.Second
)

// refuseTooLarge answers first and then reads on for a while. Many clients send all before they read anything, and a
// connection that is closed under them is a reset to them: they would never see the answer.
func refuseTooLarge(c echo.Context, maxBody int64) error {
	err := tooLarge(maxBody)
	r := c.Request()
	if r.Header.Get("Expect") != "" {
		return err // this client asks before it sends; the answer is no
	}
	c.Error(err)
	control := http.NewResponseController(c.Response())
	// The client may be gone, and a recorder has no deadlines: either way nothing is left to wait for.
	if control.Flush() == nil && control.SetReadDeadline(time.Now().Add(drainLimit)) == nil {
		_, _ = io.CopyN(io.Discard, r.Body, drainBytes)
	}
	return err // for the log; the answer is on its way
}

func tooLarge(maxBody int64) error {
	return fault.New(fault.KindTooLarge, "body-too-large",
		"the body is larger than %d bytes; nothing was stored (the setting is --max-body)", maxBody)
}

func requireJSON(contentType string) error {
	media, _, err := mime.ParseMediaType(contentType)
	if err == nil && media == echo.MIMEApplicationJSON {
		return nil
	}
	return echo.ErrUnsupportedMediaType
}

// bodyOf is the text of the request's body.
func bodyOf(ctx context.Context) []byte {
	text, _ := ctx.Value(bodyKey).([]byte)
	return text
}

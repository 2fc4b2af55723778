package process_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"heddle.dev/heddle/adapters/process"
)

func TestLinesMayBeLong(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 3<<20)
	lines := process.NewLineReader(strings.NewReader("a\n\n" + long + "\nhalf a line"))
	for _, want := range []string{"a", "", long} {
		if got, err := lines.Next(); err != nil || string(got) != want {
			t.Errorf("%d bytes, %v", len(got), err)
		}
	}
	if _, err := lines.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("err = %v, want the end", err)
	}
}

func TestALineWithoutEndIsRefused(t *testing.T) {
	t.Parallel()
	endless := io.LimitReader(zeros{}, 1<<30)
	if _, err := process.NewLineReader(endless).Next(); !errors.Is(err, process.ErrLineTooLong) {
		t.Errorf("err = %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestATailIsTheEnd(t *testing.T) {
	t.Parallel()
	var tail process.Tail
	for range 3000 {
		_, _ = tail.Write([]byte("first "))
	}
	_, _ = tail.Write([]byte("last words\n"))
	if got := tail.String(); !strings.HasSuffix(got, "first last words") || len(got) > 8<<10 {
		t.Errorf("%d bytes: %s", len(got), got)
	}
}

package watching

import (
	"fmt"
	"strconv"
	"strings"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/ports"
)

// FormatCursor writes a cursor as `epoch-xid-seq`.
func FormatCursor(c ports.Cursor) string { return fmt.Sprintf("%s-%d-%d", c.Epoch, c.XID, c.Seq) }

// ParseCursor is the inverse of FormatCursor.
func ParseCursor(text string) (ports.Cursor, error) {
	parts := strings.Split(text, "-")
	if len(parts) != 3 {
		return ports.Cursor{}, notACursor(text)
	}
	xid, errXID := strconv.ParseInt(parts[1], 10, 64)
	seq, errSeq := strconv.ParseInt(parts[2], 10, 64)
	if errXID != nil || errSeq != nil {
		return ports.Cursor{}, notACursor(text)
	}
	return ports.Cursor{Epoch: parts[0], XID: xid, Seq: seq}, nil
}

func notACursor(text string) error {
	return fault.New(fault.KindInvalid, "invalid-cursor", "%q is no cursor of this stream", text)
}

// after tells whether a is behind b in the log.
func after(a, b ports.Cursor) bool { return a.XID > b.XID || (a.XID == b.XID && a.Seq > b.Seq) }

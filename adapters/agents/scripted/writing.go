package scripted

import (
	"context"
	"time"
	"unicode"
)

// How texts are written: fast, but so that one sees it; long ones in longer pieces.
const (
	wordsAtATime = 3
	mostPieces   = 40
	piecePause   = 25 * time.Millisecond
)

// pieces cuts a text behind every few words, with the space that follows them.
func pieces(text string) []string {
	ends := wordEnds(text)
	words := max(wordsAtATime, (len(ends)+mostPieces-1)/mostPieces)
	var list []string
	start := 0
	for at := words - 1; at < len(ends)-1; at += words {
		list = append(list, text[start:ends[at]])
		start = ends[at]
	}
	if start < len(text) {
		list = append(list, text[start:])
	}
	return list
}

// wordEnds lists where the space behind each word ends.
func wordEnds(text string) (ends []int) {
	inWord, some := false, false
	for at, r := range text {
		isSpace := unicode.IsSpace(r)
		if !isSpace && !inWord && some {
			ends = append(ends, at)
		}
		inWord = !isSpace
		some = some || inWord
	}
	if some {
		ends = append(ends, len(text))
	}
	return ends
}

// pause lets a moment pass; it tells whether the turn goes on.
func pause(ctx context.Context) bool {
	timer := time.NewTimer(piecePause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

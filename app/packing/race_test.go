package packing_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"heddle.dev/heddle/app/packing"
)

func TestImportsOfOneNewNameAtOnceReplaceEachOther(t *testing.T) {
	t.Parallel()
	onBenches(t, func(b *bench) {
		var racing sync.WaitGroup
		for i := range 24 {
			tool := strings.Replace(look, `"name":"look"`, fmt.Sprintf(`"name":"look-%d"`, i/4), 1)
			tool = strings.Replace(tool, `"source":"true"`, fmt.Sprintf(`"source":"echo %d"`, i), 1)
			racing.Go(func() {
				if _, err := b.Packing.ImportPack(b.Context(), b.Owner, []byte(`{"heddlePack":1,"tools":[`+tool+`]}`), packing.Import{}); err != nil {
					b.Error(err)
				}
			})
		}
		racing.Wait()
	})
}

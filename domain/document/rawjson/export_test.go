package rawjson

// What Check consists of, for the tests that compare the parts.
var (
	IsPlain         = isPlain
	CheckThoroughly = checkThoroughly
)

package provider

import (
	"fmt"
	"regexp"
	"slices"

	"heddle.dev/heddle/domain/document/rawjson"
	"heddle.dev/heddle/domain/document/spelling"
	"heddle.dev/heddle/domain/fault"
)

var (
	providerFields = []string{"name", "kind", "baseUrl", "secret", "models"}
	modelFields    = []string{"name", "label", "context", "prices"}
	priceFields    = []string{"input", "output", "cacheRead", "cacheWrite"}
)

// keyPattern is what fields are called that hold a key itself.
var keyPattern = regexp.MustCompile(`(?i)(key|token|password|passwd|credentials?|authorization|bearer)$`)

// unknown lists the fields that mean nothing. They are errors: what is misspelt would be left out without a word, and
// the key shown to another server than the one that was meant.
func unknown(object rawjson.Object) []fault.Problem {
	found := unknownOf(object, "", providerFields)
	value, _ := object.Get("models")
	models, _ := rawjson.ParseArray(value)
	for i, value := range models.Values() {
		model, _ := rawjson.ParseObject(value)
		path := fmt.Sprintf("models[%d].", i)
		found = append(found, unknownOf(model, path, modelFields)...)
		value, _ := model.Get("prices")
		prices, _ := rawjson.ParseObject(value)
		found = append(found, unknownOf(prices, path+"prices.", priceFields)...)
	}
	return found
}

func unknownOf(object rawjson.Object, path string, known []string) (found []fault.Problem) {
	for name := range object.Members() {
		switch {
		case slices.Contains(known, name):
		case keyPattern.MatchString(name):
			p := problem(CodeUnknownField, path+name, "%q means nothing here: keys are secrets, since everybody may read a provider. "+
				`Set a secret to the key, under Settings, Secrets or with PUT /api/v1/secrets/NAME, and name it: "secret": "NAME"`, path+name)
			p.Suggestion = "secret"
			found = append(found, p)
		default:
			p := problem(CodeUnknownField, path+name, "%q means nothing here%s", path+name, spelling.DidYouMean(name, "fields", known))
			p.Suggestion, _ = spelling.Nearest(name, known)
			found = append(found, p)
		}
	}
	return found
}

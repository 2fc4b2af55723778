// Package openapi holds the contract of the API. What is generated from it is in the package api and in adapters/http.
package openapi

import _ "embed"

// Contract is the whole contract in one document, as YAML.
//
//go:embed bundled.yaml
var Contract []byte

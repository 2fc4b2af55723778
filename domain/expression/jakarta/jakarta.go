// Package jakarta recognises expressions that are written in Jakarta Expression
// Language (https://jakarta.ee/specifications/expression-language/), as workflow
// documents of other systems hold them, and gives their form in CEL.
package jakarta

import "strings"

// ToCEL gives the CEL form of an expression with the operators of Jakarta EL: and, or,
// not, eq, ne, lt, gt, le, ge, empty, div, mod, += and the brackets ${…} and #{…}. It is
// false when there is nothing of the kind in it. The form is a suggestion: whether it
// compiles is for the caller to see.
func ToCEL(source string) (cel string, ok bool) {
	if len(source) > maxLength {
		return "", false
	}
	source, changed := unwrap(source)
	r := &reader{source: source}
	cel, closed := r.expression()
	if !closed || !changed && !r.changed {
		return "", false
	}
	return cel, true
}

// maxLength is the longest expression that is looked at, in bytes.
const maxLength = 4096

// unwrap takes the brackets off an expression that is all inside one pair.
func unwrap(source string) (inside string, wrapped bool) {
	trimmed := strings.TrimSpace(source)
	if (strings.HasPrefix(trimmed, "${") || strings.HasPrefix(trimmed, "#{")) && strings.HasSuffix(trimmed, "}") {
		return strings.TrimSpace(trimmed[2 : len(trimmed)-1]), true
	}
	return source, false
}

// symbolOf gives the CEL form of an operator that is a word; empty for any other word.
func symbolOf(word string) string {
	switch word {
	case "and":
		return "&&"
	case "or":
		return "||"
	case "eq":
		return "=="
	case "ne":
		return "!="
	case "lt":
		return "<"
	case "gt":
		return ">"
	case "le":
		return "<="
	case "ge":
		return ">="
	case "div":
		return "/"
	case "mod":
		return "%"
	default:
		return ""
	}
}

// part is an operand with its prefixes, or an operator.
type part struct {
	text      string
	isOperand bool
	isText    bool // certainly text
}

// assemble writes the parts. Both sides of += become text, which CEL does not do by itself.
func assemble(parts []part) string {
	var out []part
	for i := 0; i < len(parts); i++ {
		if parts[i].text != concatenation {
			out = append(out, parts[i])
			continue
		}
		start := len(out)
		for start > 0 && !endsTerm(out[start-1].text) {
			start--
		}
		end := i + 1
		for end < len(parts) && !endsTerm(parts[end].text) {
			end++
		}
		joined := asText(out[start:]) + " + " + asText(parts[i+1:end])
		out = append(out[:start], part{text: joined, isOperand: true, isText: true})
		i = end - 1
	}
	return join(out)
}

func join(parts []part) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.text
	}
	return strings.Join(texts, " ")
}

// asText writes a term such that it is text.
func asText(term []part) string {
	if len(term) == 1 && term[0].isText {
		return term[0].text
	}
	return "string(" + join(term) + ")"
}

// concatenation is the operator that CEL has no symbol for.
const concatenation = "+="

// endsTerm tells whether an operator binds weaker than +=.
func endsTerm(text string) bool {
	switch text {
	case "&&", "||", "==", "!=", "<", ">", "<=", ">=", "?", ":", ",", concatenation:
		return true
	default:
		return false
	}
}

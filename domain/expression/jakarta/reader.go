package jakarta

import "strings"

// reader reads one expression from left to right.
type reader struct {
	source  string
	at      int
	depth   int
	changed bool // something of Jakarta EL was found
}

// maxDepth bounds the brackets inside each other that are followed.
const maxDepth = 100

// expression reads up to a closing bracket or the end. It is false where the text is
// no expression, be it of one language or the other.
func (r *reader) expression() (cel string, ok bool) {
	if r.depth++; r.depth > maxDepth {
		return "", false
	}
	defer func() { r.depth-- }()
	var parts []part
	for {
		r.skipSpace()
		if r.at >= len(r.source) || strings.IndexByte(")]}", r.source[r.at]) >= 0 {
			return assemble(parts), true
		}
		next, ok := r.part(len(parts) > 0 && parts[len(parts)-1].isOperand)
		if !ok {
			return "", false
		}
		parts = append(parts, next)
	}
}

// part reads an operand or an operator. Behind an operand a minus is no sign.
func (r *reader) part(afterOperand bool) (part, bool) {
	if r.at >= len(r.source) {
		return part{}, false
	}
	if word := r.peekWord(); word != "" {
		switch symbol := symbolOf(word); {
		case symbol != "":
			r.take(word)
			return part{text: symbol}, true
		case word == "not":
			r.take(word)
			r.skipSpace()
			operand, ok := r.part(false)
			operand.text = "!" + operand.text
			return operand, ok && operand.isOperand
		case word == "empty":
			r.take(word)
			r.skipSpace()
			operand, ok := r.operand()
			return part{text: `(coalesce(` + operand + `, "") in ["", [], {}])`, isOperand: true}, ok
		}
	}
	if operator := r.peekOperator(); operator != "" {
		return r.symbol(operator, afterOperand)
	}
	isText := r.source[r.at] == '"' || r.source[r.at] == '\''
	operand, ok := r.operand()
	return part{text: operand, isOperand: true, isText: isText}, ok
}

// take steps over a word of Jakarta EL.
func (r *reader) take(word string) {
	r.at += len(word)
	r.changed = true
}

// symbol reads an operator that both languages have, or +=.
func (r *reader) symbol(operator string, afterOperand bool) (part, bool) {
	r.at += len(operator)
	r.changed = r.changed || operator == concatenation
	if operator == "!" || operator == "-" && !afterOperand {
		r.skipSpace()
		operand, ok := r.part(false)
		if !ok || !operand.isOperand {
			return part{}, false
		}
		operand.text = operator + operand.text
		operand.isText = false
		return operand, true
	}
	return part{text: operator}, true
}

// peekOperator gives the operator that comes next, if any.
func (r *reader) peekOperator() string {
	for _, operator := range []string{
		concatenation, "&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ",",
	} {
		if strings.HasPrefix(r.source[r.at:], operator) {
			return operator
		}
	}
	return ""
}

// operand reads a literal, or a path with calls and brackets.
func (r *reader) operand() (string, bool) {
	var text strings.Builder
	for r.at < len(r.source) {
		switch c := r.source[r.at]; {
		case c == '"' || c == '\'':
			literal, ok := r.quoted(c)
			if !ok {
				return "", false
			}
			text.WriteString(literal)
		case c == '(' || c == '[' || c == '{':
			inside, ok := r.bracketed(c)
			if !ok {
				return "", false
			}
			text.WriteString(inside)
		case c == '.' || isWordByte(c):
			text.WriteByte(c)
			r.at++
		default:
			return text.String(), text.Len() > 0
		}
	}
	return text.String(), text.Len() > 0
}

// quoted reads a text literal as it is.
func (r *reader) quoted(quote byte) (string, bool) {
	start := r.at
	for r.at++; r.at < len(r.source); r.at++ {
		switch r.source[r.at] {
		case '\\':
			r.at++
		case quote:
			r.at++
			return r.source[start:r.at], true
		}
	}
	return "", false
}

func (r *reader) bracketed(open byte) (string, bool) {
	closing := map[byte]byte{'(': ')', '[': ']', '{': '}'}[open]
	r.at++
	inside, ok := r.expression()
	if !ok || r.at >= len(r.source) || r.source[r.at] != closing {
		return "", false
	}
	r.at++
	return string(open) + inside + string(closing), true
}

// peekWord gives the word that comes next.
func (r *reader) peekWord() string {
	end := r.at
	for end < len(r.source) && isWordByte(r.source[end]) {
		end++
	}
	return r.source[r.at:end]
}

func (r *reader) skipSpace() {
	for r.at < len(r.source) && strings.IndexByte(" \t\r\n", r.source[r.at]) >= 0 {
		r.at++
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

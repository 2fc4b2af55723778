package rawjson

// name reads a member's name and the colon.
func (c *canonicaliser) name() canonicalMember {
	member := canonicalMember{name: uint32(c.at), start: uint32(c.written()), objects: uint32(len(c.objects))}
	escaped, end := c.string()
	member.escaped, member.nameEnd = escaped, uint32(end)
	if !escaped {
		member.prefix = prefixOf(c.source[member.name+1:], end-int(member.name)-2)
	}
	c.space()
	c.at++
	return member
}

// nameOf is the member's name without quotes and escapes.
func (c *canonicaliser) nameOf(member *canonicalMember) []byte {
	quoted := c.source[member.name:member.nameEnd]
	if member.escaped {
		return []byte(unquote(quoted))
	}
	return quoted[1 : len(quoted)-1]
}

// compare compares the names of two members in canonical order.
func (c *canonicaliser) compare(a, b *canonicalMember) int {
	switch {
	case a.prefix == b.prefix || a.prefix == noPrefix || b.prefix == noPrefix:
		return compareUTF16(c.nameOf(a), c.nameOf(b))
	case a.prefix < b.prefix:
		return -1
	default:
		return 1
	}
}

// noPrefix marks a name that must be looked at as a whole.
const noPrefix = 0

// prefixOf gives the first eight bytes of a name of the given length, such that the
// order of prefixes is that of names. The text goes on behind the name. There is no
// prefix of a name that begins with other characters than ASCII.
func prefixOf(text []byte, length int) uint64 {
	const size = 8
	if len(text) < size {
		return noPrefix
	}
	text = text[:size]
	prefix := uint64(text[0])<<56 | uint64(text[1])<<48 | uint64(text[2])<<40 | uint64(text[3])<<32 |
		uint64(text[4])<<24 | uint64(text[5])<<16 | uint64(text[6])<<8 | uint64(text[7])
	if length < size {
		prefix &^= 1<<(8*(size-length)) - 1
	}
	if prefix&0x8080808080808080 != 0 {
		return noPrefix
	}
	return prefix
}

// compareUTF16 compares two texts in UTF-8 by the code units that they have in
// UTF-16, as RFC 8785 sorts names. That differs from the order of the bytes only
// where a character beyond U+FFFF (lead byte F0 and up; its surrogates come first)
// meets one from U+E000 to U+FFFF (lead bytes EE and EF).
func compareUTF16(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			continue
		}
		if a[i] >= 0xEE && b[i] >= 0xEE && (a[i] >= 0xF0) != (b[i] >= 0xF0) {
			return int(b[i]) - int(a[i])
		}
		return int(a[i]) - int(b[i])
	}
	return len(a) - len(b)
}

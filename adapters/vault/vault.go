// Package vault seals secrets with XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03): a random nonce of 24 bytes, which
// may be drawn for any number of values, then the ciphertext with its tag.
package vault

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"

	"heddle.dev/heddle/domain/fault"
	"heddle.dev/heddle/domain/secret"
)

// Vault implements ports.Vault.
type Vault struct {
	keys   []key // the newest, which seals, first
	source string
}

type key struct {
	id     string
	secret []byte
}

// KeySize is the length of a key in bytes.
const KeySize = chacha20poly1305.KeySize

// New makes a vault of keys in base64, one or more, parted by spaces, commas or lines: the first one seals, and each
// opens what it sealed. Source says in messages where they come from. The fault is invalid (invalid-secret-key).
func New(keys, source string) (*Vault, error) {
	v := &Vault{source: source}
	for _, text := range strings.FieldsFunc(keys, func(c rune) bool { return strings.ContainsRune(", \t\r\n", c) }) {
		k, ok := readKey(text)
		if !ok {
			return nil, fault.New(fault.KindInvalid, "invalid-secret-key",
				"key %d of %s is no key: want %d random bytes in base64, such as `openssl rand -base64 %d` prints",
				len(v.keys)+1, source, KeySize, KeySize)
		}
		v.keys = append(v.keys, k)
	}
	if len(v.keys) == 0 {
		return nil, fault.New(fault.KindInvalid, "invalid-secret-key", "%s has no key in it", source)
	}
	return v, nil
}

// readKey takes all common ways to write base64.
func readKey(text string) (key, bool) {
	text = strings.TrimRight(strings.NewReplacer("-", "+", "_", "/").Replace(text), "=")
	read, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(read) != KeySize {
		return key{}, false
	}
	return newKey(read), true
}

// idBytes is how much of a hash names a key: too little to tell anything, enough to tell keys apart.
const idBytes = 6

func newKey(read []byte) key {
	sum := sha256.Sum256(append([]byte("heddle secret key id\x00"), read...))
	return key{id: hex.EncodeToString(sum[:idBytes]), secret: read}
}

// KeyID implements ports.Vault.
func (v *Vault) KeyID() string { return v.keys[0].id }

// Seal implements ports.Vault.
func (v *Vault) Seal(value, place string) (secret.Sealed, error) {
	aead, err := chacha20poly1305.NewX(v.keys[0].secret)
	if err != nil {
		return secret.Sealed{}, err
	}
	nonce := make([]byte, aead.NonceSize(), aead.NonceSize()+len(value)+aead.Overhead())
	_, _ = rand.Read(nonce) // it never fails, but ends the program
	sealed := aead.Seal(nonce, nonce, []byte(value), []byte(place))
	return secret.Sealed{KeyID: v.keys[0].id, Text: base64.StdEncoding.EncodeToString(sealed)}, nil
}

// Open implements ports.Vault.
func (v *Vault) Open(sealed secret.Sealed, place string) (string, error) {
	for _, k := range v.keys {
		if k.id == sealed.KeyID {
			return k.open(sealed.Text, place)
		}
	}
	return "", fault.New(fault.KindUnavailable, "secret-key-missing",
		"it was sealed with the key %s, which is not among those of %s; add that key to them, or set the secret anew", sealed.KeyID, v.source)
}

func (k key) open(text, place string) (string, error) {
	damaged := fault.New(fault.KindUnavailable, "secret-damaged", "what is stored of it is damaged; set the secret anew")
	aead, err := chacha20poly1305.NewX(k.secret)
	if err != nil {
		return "", err
	}
	sealed, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(sealed) < aead.NonceSize() {
		return "", damaged
	}
	value, err := aead.Open(nil, sealed[:aead.NonceSize()], sealed[aead.NonceSize():], []byte(place))
	if err != nil {
		return "", damaged.Because(err)
	}
	return string(value), nil
}

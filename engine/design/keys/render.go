package keys

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/table"
)

// The reasons why a value isn't in a key.
var (
	ErrCharacter = errors.New("a key can't have / \\ # ? or a control character")
	ErrLength    = errors.New("a key can't be longer than 1 KiB: 512 characters")
	ErrMissing   = errors.New("a property of the key has no value")
	ErrNegative  = errors.New("a padded number can't be negative")
	ErrWidth     = errors.New("the number has more digits than the template pads it to")
	ErrValue     = errors.New("the format has no text for this value")
)

// Values finds the value of a property. Of one that has none, it returns the zero Value.
type Values func(name string) table.Value

// Of returns the values of an entity's properties.
func Of(properties []table.Property) Values {
	return func(name string) table.Value {
		for i := range properties {
			if properties[i].Name == name {
				return properties[i].Value
			}
		}
		return table.Value{}
	}
}

// Render returns the key of an entity by a template.
func Render(t design.Template, values Values) (string, error) {
	var room [64]byte
	dst := room[:0]
	for _, p := range t.Parts {
		if p.Property == nil {
			dst = append(dst, p.Literal...)
			continue
		}
		var err error
		if dst, err = Append(dst, p, values(p.Property.Name)); err != nil {
			return "", err
		}
	}
	key := string(dst)
	return key, Check(key)
}

// Check says whether the service takes a key.
func Check(key string) error {
	switch {
	case !table.ValidKey(key):
		return ErrCharacter
	case table.Length(key) > table.MaxKeyLength:
		return ErrLength
	}
	return nil
}

// Append appends the text of a value in the format of a part. It doesn't check its characters.
func Append(dst []byte, p design.Part, v table.Value) ([]byte, error) {
	if v.Kind() == 0 {
		return dst, ErrMissing
	}
	switch kind := v.Kind(); {
	case p.Format == design.Plain:
		return appendPlain(dst, v)
	case p.Format == design.Padded && (kind == table.Int32 || kind == table.Int64):
		return appendPadded(dst, v.Int(), p.Width)
	case p.Format == design.ISO && kind == table.DateTime:
		return append(dst, v.Ticks().Full()...), nil
	case p.Format == design.Inverted && kind == table.DateTime:
		return appendPadded(dst, int64(table.MaxTicks-v.Ticks()), 19)
	case p.Format == design.Inverted && (kind == table.Int32 || kind == table.Int64):
		return appendInverted(dst, v.Int(), p.Width)
	case p.Format == design.Cut && kind == table.DateTime && p.Unit != design.NoUnit:
		return appendCut(dst, v.Ticks(), p.Unit), nil
	case p.Format == design.Hash && p.Width > 0:
		n, err := HashOf(v, p.Width)
		if err != nil {
			return dst, err
		}
		return AppendHash(dst, n, p.Width), nil
	case p.Format == design.Lower && kind == table.String:
		return append(dst, strings.ToLower(v.Text())...), nil
	}
	return dst, ErrValue
}

func appendPlain(dst []byte, v table.Value) ([]byte, error) {
	switch v.Kind() {
	case table.String:
		return append(dst, v.Text()...), nil
	case table.Int32, table.Int64:
		return strconv.AppendInt(dst, v.Int(), 10), nil
	case table.Double:
		f := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return dst, ErrValue
		}
		return strconv.AppendFloat(dst, f+0, 'f', -1, 64), nil // -0+0 is 0, which equals -0
	case table.Boolean:
		return strconv.AppendBool(dst, v.Bool()), nil
	case table.DateTime:
		return append(dst, v.Ticks().Full()...), nil
	case table.GUID:
		return append(dst, table.FormatGUID(v.Text())...), nil
	}
	return dst, ErrValue
}

// appendPadded appends a number with zeros in front.
func appendPadded(dst []byte, n int64, width int) ([]byte, error) {
	if n < 0 {
		return dst, ErrNegative
	}
	var room [20]byte
	text := strconv.AppendInt(room[:0], n, 10)
	if len(text) > width {
		return dst, ErrWidth
	}
	for range width - len(text) {
		dst = append(dst, '0')
	}
	return append(dst, text...), nil
}

// appendInverted appends what is left until the greatest number with so many digits.
func appendInverted(dst []byte, n int64, width int) ([]byte, error) {
	greatest := int64(1)
	for range width {
		greatest *= 10
	}
	switch greatest--; {
	case n < 0:
		return dst, ErrNegative
	case n > greatest:
		return dst, ErrWidth
	}
	return appendPadded(dst, greatest-n, width)
}

// HashOf returns which of n values a value has: FNV-1a with 32 bits over its plain text, modulo n. Every
// language has it, and it never changes, so a key can be computed years later and elsewhere.
func HashOf(v table.Value, n int) (int, error) {
	var room [64]byte
	text, err := appendPlain(room[:0], v)
	if err != nil {
		return 0, err
	}
	h := uint32(2166136261)
	for _, c := range text {
		h = (h ^ uint32(c)) * 16777619
	}
	return int(h % uint32(n)), nil
}

// AppendHash appends one of n values of a hash, with as many digits as the greatest has.
func AppendHash(dst []byte, value, n int) []byte {
	dst, _ = appendPadded(dst, int64(value), len(strconv.Itoa(n-1))) // it's less than n
	return dst
}

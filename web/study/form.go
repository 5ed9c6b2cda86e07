package study

import (
	"errors"
	"strconv"

	"github.com/valyala/fastjson"
)

// form writes a value's fields one after the other into a flat array of JSON, or reads them
// from one, so that one list of a type's fields does for both. Nothing has a name in it:
// who writes and who reads are of the same release, and it is small in both programs.
type form struct {
	in  []*fastjson.Value // what is still to be read
	out []byte
	// writes says which of the two it does; torn, that what was read is no such value.
	writes, torn bool
}

// write is a value as text.
func write[T any](of *T, fields func(*form, *T)) string {
	f := &form{writes: true, out: []byte{'['}}
	fields(f, of)
	return string(append(f.out, ']'))
}

// read is the value that was written.
func read[T any](text string, fields func(*form, *T)) (of T, err error) {
	f := &form{}
	if in, err := fastjson.Parse(text); err == nil {
		f.in = in.GetArray()
	}
	fields(f, &of)
	if f.torn || len(f.in) > 0 {
		return of, errors.New("expected the fields of a request or a report")
	}
	return of, nil
}

// next is the next field to read, or else nil.
func (f *form) next() (v *fastjson.Value) {
	if len(f.in) == 0 {
		f.torn = true
		return nil
	}
	v, f.in = f.in[0], f.in[1:]
	return v
}

func (f *form) begin() {
	if len(f.out) > 1 {
		f.out = append(f.out, ',')
	}
}

// number gives back what is written, or what is read.
func (f *form) number(n int64) int64 {
	if f.writes {
		f.begin()
		f.out = strconv.AppendInt(f.out, n, 10)
		return n
	}
	if v := f.next(); v != nil {
		read, err := v.Int64()
		f.torn = f.torn || err != nil
		return read
	}
	return 0
}

func (f *form) text(s *string) {
	if f.writes {
		f.begin()
		f.quote(*s)
		return
	}
	if v := f.next(); v != nil {
		read, err := v.StringBytes()
		f.torn = f.torn || err != nil
		*s = string(read)
	}
}

const hex = "0123456789abcdef"

// quote writes a string so that any reader of JSON takes it.
func (f *form) quote(s string) {
	f.out = append(f.out, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			f.out = append(f.out, '\\', c)
		case c < ' ':
			f.out = append(f.out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			f.out = append(f.out, c)
		}
	}
	f.out = append(f.out, '"')
}

func (f *form) flag(b *bool) {
	n := int64(0)
	if *b {
		n = 1
	}
	*b = f.number(n) != 0
}

// float is exact, and may be no number: JSON has none for that, and its readers are not all exact.
func (f *form) float(x *float64) {
	text := ""
	if f.writes {
		text = strconv.FormatFloat(*x, 'g', -1, 64)
	}
	if f.text(&text); f.writes || f.torn {
		return
	}
	read, err := strconv.ParseFloat(text, 64)
	f.torn, *x = err != nil, read
}

// whole is for numbers of any integer type.
func whole[T ~int | ~int64 | ~uint8](f *form, n *T) { *n = T(f.number(int64(*n))) }

// count is how many of a list there are; each has a field at least.
func (f *form) count(n int) int {
	n = int(f.number(int64(n)))
	if !f.writes && (n < 0 || n > len(f.in)) {
		f.torn, n = true, 0
	}
	return n
}

// list is of values that have fields.
func list[T any](f *form, of *[]T, fields func(*form, *T)) {
	if n := f.count(len(*of)); !f.writes && n > 0 {
		*of = make([]T, n)
	}
	for i := range *of {
		fields(f, &(*of)[i])
	}
}

// part is a value that may be missing.
func part[T any](f *form, of **T, fields func(*form, *T)) {
	there := *of != nil
	if f.flag(&there); !there {
		return
	}
	if !f.writes {
		*of = new(T)
	}
	fields(f, *of)
}

func (f *form) texts(of *[]string) { list(f, of, (*form).text) }

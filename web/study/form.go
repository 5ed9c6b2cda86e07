package study

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/valyala/fastjson"
)

// form writes fields as JSON, or reads them, so that one list of a type's fields
// does for both. What is zero is left out.
type form struct {
	in  *fastjson.Value // of the object being read
	out []byte
	// writes says which of the two it does.
	writes bool
	err    error
}

// write is a value as text.
func write[T any](of *T, fields func(*form, *T)) string {
	f := &form{writes: true}
	f.object(func() { fields(f, of) })
	return string(f.out)
}

// read is the value that was written.
func read[T any](text string, fields func(*form, *T)) (of T, err error) {
	in, err := fastjson.Parse(text)
	if err != nil || in.Type() != fastjson.TypeObject {
		return of, errors.New("expected an object of a study")
	}
	f := &form{in: in}
	fields(f, &of)
	return of, f.err
}

func (f *form) object(fields func()) {
	f.out = append(f.out, '{')
	fields()
	f.out = append(f.out, '}')
}

// key begins a field.
func (f *form) key(name string) {
	if last := f.out[len(f.out)-1]; last != '{' && last != '[' {
		f.out = append(f.out, ',')
	}
	f.out = append(append(append(f.out, '"'), name...), '"', ':')
}

func (f *form) text(name string, s *string) {
	switch {
	case !f.writes:
		*s = string(f.in.GetStringBytes(name))
	case *s != "":
		f.key(name)
		f.quote(*s)
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

func (f *form) flag(name string, b *bool) {
	switch {
	case !f.writes:
		*b = f.in.GetBool(name)
	case *b:
		f.key(name)
		f.out = append(f.out, "true"...)
	}
}

// whole is for numbers of any integer type.
func whole[T ~int | ~int64 | ~uint8](f *form, name string, n *T) {
	switch {
	case !f.writes:
		*n = T(f.in.GetInt64(name))
	case *n != 0:
		f.key(name)
		f.out = strconv.AppendInt(f.out, int64(*n), 10)
	}
}

// float is exact, and may be no number: JSON has none for that, and its readers are not all exact.
func (f *form) float(name string, x *float64) {
	if f.writes {
		if *x != 0 {
			f.key(name)
			f.quote(strconv.FormatFloat(*x, 'g', -1, 64))
		}
		return
	}
	if text := f.in.GetStringBytes(name); text != nil {
		f.note(name, parseFloat(string(text), x))
	}
}

func parseFloat(text string, x *float64) (err error) {
	*x, err = strconv.ParseFloat(text, 64)
	return err
}

func (f *form) note(name string, err error) {
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("%s: %w", name, err)
	}
}

// part is a value that may be missing.
func part[T any](f *form, name string, of **T, fields func(*form, *T)) {
	if f.writes {
		if *of != nil {
			f.key(name)
			f.object(func() { fields(f, *of) })
		}
		return
	}
	if in := f.in.Get(name); in != nil {
		*of = new(T)
		f.within(in, func() { fields(f, *of) })
	}
}

// list is of values that have fields.
func list[T any](f *form, name string, of *[]T, fields func(*form, *T)) {
	if f.writes {
		if len(*of) > 0 {
			f.key(name)
			f.array(len(*of), func(i int) { f.object(func() { fields(f, &(*of)[i]) }) })
		}
		return
	}
	in := f.in.GetArray(name)
	if len(in) > 0 {
		*of = make([]T, len(in))
	}
	for i, v := range in {
		f.within(v, func() { fields(f, &(*of)[i]) })
	}
}

func (f *form) array(n int, each func(i int)) {
	f.out = append(f.out, '[')
	for i := range n {
		if i > 0 {
			f.out = append(f.out, ',')
		}
		each(i)
	}
	f.out = append(f.out, ']')
}

// within reads fields of another object.
func (f *form) within(in *fastjson.Value, fields func()) {
	outer := f.in
	f.in = in
	fields()
	f.in = outer
}

func (f *form) texts(name string, of *[]string) {
	if f.writes {
		if len(*of) > 0 {
			f.key(name)
			f.array(len(*of), func(i int) { f.quote((*of)[i]) })
		}
		return
	}
	for _, v := range f.in.GetArray(name) {
		*of = append(*of, string(v.GetStringBytes()))
	}
}

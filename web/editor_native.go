//go:build !js

package web

func (*browser) value(string) string       { return "" }
func (*browser) flush(*session)            {}
func (*browser) caret() int                { return 0 }
func (*browser) showLine(int, int, string) {}

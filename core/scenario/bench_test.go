package scenario

import "testing"

func BenchmarkParse(b *testing.B) {
	source := docExamples(b)[0]
	for b.Loop() {
		if _, err := Parse("doc.go", source); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBind is what moving a slider costs before the run.
func BenchmarkBind(b *testing.B) {
	d, err := Parse("doc.go", docExamples(b)[0])
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := d.Bind([]Setting{{"visibility", "60ms"}}); err != nil {
			b.Fatal(err)
		}
	}
}

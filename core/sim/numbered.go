package sim

// numbered numbers distinct texts in the order of first use, in a list of the
// trace's head.
type numbered struct {
	list  *[]string
	index map[string]int64
}

func newNumbered(list *[]string) numbered { return numbered{list, map[string]int64{}} }

func (t *numbered) number(text string) int64 {
	n, known := t.index[text]
	if !known {
		n = int64(len(*t.list))
		t.index[text] = n
		*t.list = append(*t.list, text)
	}
	return n
}

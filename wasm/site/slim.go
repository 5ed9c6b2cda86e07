package site

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// slimRelease is the Go release whose programs slim knows: those of another are left as they are linked, and
// TestSlimProgramRuns fails.
const slimRelease = "go1.26"

// slim makes a linked program smaller for those who download it, and quicker to
// begin. It writes the data in few long segments in place of a hundred thousand
// short ones between zeros, which compress badly and are read one by one. And it
// leaves out what says where in the sources a program stands: a stack trace in the
// console then has no lines, and no names but the runtime's. What is left of two
// megabytes that say which function is where is the code that writes them.
func slim(wasm []byte) ([]byte, error) {
	p, err := readModule(wasm)
	if err != nil {
		return nil, err
	}
	memory, err := readData(p[dataSection])
	if err != nil {
		return nil, err
	}
	table, err := findFunctions(memory)
	if err != nil {
		return nil, err
	}
	table.forgetLines()
	table.forgetNames()
	index, err := table.takeIndex(memory)
	if err != nil {
		return nil, err
	}
	if err := p.startWith(index.code()); err != nil {
		return nil, err
	}
	p[dataSection] = writeData(memory)
	return p.bytes(), nil
}

var errData = errors.New("the program's data is not written as Go's linker writes it: see wasm/site/slim.go")

// sized parts a text that begins with its length from what follows it.
func sized(text []byte) (body, rest []byte, err error) {
	size, n := binary.Uvarint(text)
	if n <= 0 || size > uint64(len(text)-n) {
		return nil, nil, errData
	}
	return text[n : n+int(size)], text[n+int(size):], nil
}

// segmentStart comes before a segment's address: memory 0, and i32.const.
var segmentStart = []byte{0, 0x41}

const segmentEnd = 0x0b

// readData is the memory from address 0 as a data section fills it.
func readData(section []byte) ([]byte, error) {
	var memory []byte
	count, n := binary.Uvarint(section)
	if n <= 0 {
		return nil, errData
	}
	rest := section[n:]
	for range count {
		address, body, after, err := readSegment(rest)
		if err != nil {
			return nil, err
		}
		rest = after
		if end := address + len(body); end > len(memory) {
			memory = append(memory, make([]byte, end-len(memory))...)
		}
		copy(memory[address:], body)
	}
	return memory, nil
}

func readSegment(text []byte) (address int, body, rest []byte, err error) {
	text, ok := bytes.CutPrefix(text, segmentStart)
	at, n := binary.Uvarint(text) // the same as signed: no address is negative
	if !ok || n <= 0 || at >= 1<<31 || len(text) == n || text[n] != segmentEnd {
		return 0, nil, nil, errData
	}
	body, rest, err = sized(text[n+1:])
	return int(at), body, rest, err
}

// writeData is the data section that fills a memory so.
func writeData(memory []byte) []byte {
	var segments []byte
	count := 0
	for at := 0; at < len(memory); {
		size, zeros := segment(memory[at:])
		if size > 0 {
			count++
			segments = appendAddress(append(segments, segmentStart...), at)
			segments = binary.AppendUvarint(append(segments, segmentEnd), uint64(size))
			segments = append(segments, memory[at:at+size]...)
		}
		at += size + zeros
	}
	return append(binary.AppendUvarint(nil, uint64(count)), segments...)
}

// gap is how many zeros a segment ends at. Fewer take less with compression than a segment's address does.
const gap = 64

// segment is the length of what a memory begins with up to a gap, and of the gap.
func segment(memory []byte) (size, zeros int) {
	for i, b := range memory {
		switch {
		case b == 0:
			zeros++
		case zeros >= gap || size == 0 && zeros > 0:
			return size, zeros
		default:
			size, zeros = i+1, 0
		}
	}
	return size, zeros
}

// appendAddress writes a number as a signed one, at its full length so that no address looks negative.
func appendAddress(out []byte, at int) []byte {
	for range 4 {
		out = append(out, byte(at)|0x80)
		at >>= 7
	}
	return append(out, byte(at))
}

// functions is what the runtime knows of a program's functions: runtime.pcHeader and what follows it.
type functions struct {
	// table is the memory from the header on, which is at at: the offsets in the header count from here.
	table []byte
	at    int
	// names, units, steps and list are where the texts of names begin, the numbers of files, the tables of
	// what holds at which instruction, and the functions.
	names, units, steps, list int
	count                     int
}

// headerStart is Go's mark of the table's layout since Go 1.20, two zeros, instructions of one byte and pointers of eight.
var headerStart = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

func findFunctions(memory []byte) (*functions, error) {
	at := bytes.Index(memory, headerStart)
	if at < 0 || len(memory)-at < 72 {
		return nil, errors.New("the program has no table of functions in the layout that wasm/site/slim.go knows: see Go's runtime.pcHeader")
	}
	t := &functions{table: memory[at:], at: at}
	word := func(i int) int { return int(binary.LittleEndian.Uint64(t.table[8*i:])) }
	t.count, t.names, t.units, t.steps, t.list = word(1), word(4), word(5), word(7), word(8)
	if !slices.IsSorted([]int{72, t.names, t.units, t.steps, t.list, len(t.table)}) {
		return nil, fmt.Errorf("the program's table of functions is not in order: %d, %d, %d, %d", t.names, t.units, t.steps, t.list)
	}
	return t, nil
}

// function is a runtime._func.
type function []byte

// Offsets of its fields: the name, the tables of stack sizes, files and lines, the number of further tables, the unit
// of its file, its first line, what it is, and the further tables.
const (
	nameField, stackField, fileField, lineField, countField, unitField, startField, kindField, tablesField = 4, 16, 20, 24, 28, 32, 36, 40, 44
	// argumentTable is PCDATA_ArgLiveIndex among the further tables; the facts, FUNCDATA, come after them:
	// their number is in factsField, and none stands for one that is not there.
	argumentTable, argumentFact, argumentLiveFact = 3, 5, 6
	factsField, none                              = 43, 1<<32 - 1
	// wrapper is the kind of a method that calls another: abi.FuncIDWrapper.
	wrapper = 23
)

func (f function) get(field int) int { return int(binary.LittleEndian.Uint32(f[field:])) }
func (f function) unset(fields ...int) {
	for _, field := range fields {
		binary.LittleEndian.PutUint32(f[field:], 0)
	}
}

func (t *functions) all(yield func(function) bool) {
	list := t.table[t.list:]
	for i := range t.count {
		at := binary.LittleEndian.Uint32(list[8*i+4:])
		if !yield(function(list[at:])) {
			return
		}
	}
}

// forgetLines leaves out files and lines. To the runtime a table at 0 is none.
func (t *functions) forgetLines() {
	needed := map[int]bool{}
	var starts []int
	for f := range t.all {
		starts = append(starts, f.get(fileField), f.get(lineField))
		f.unset(fileField, lineField, unitField, startField)
		starts = append(starts, f.forgetArguments()...)
		for _, start := range f.tables() {
			starts = append(starts, start)
			needed[start] = true
		}
	}
	slices.Sort(starts)
	starts = append(slices.Compact(starts), t.list-t.steps)
	steps := t.table[t.steps:t.list]
	for i, start := range starts[:len(starts)-1] {
		if start > 0 && !needed[start] {
			clear(steps[start:starts[i+1]])
		}
	}
	clear(t.table[t.units:t.steps])
}

// forgetArguments leaves out what the values of arguments are, which only a stack trace shows, and says where the table
// of it began.
func (f function) forgetArguments() []int {
	tables, facts := f.get(countField), int(f[factsField])
	for _, i := range []int{argumentFact, argumentLiveFact} {
		if i < facts {
			binary.LittleEndian.PutUint32(f[tablesField+4*(tables+i):], none)
		}
	}
	if tables <= argumentTable {
		return nil
	}
	start := f.get(tablesField + 4*argumentTable)
	f.unset(tablesField + 4*argumentTable)
	return []int{start}
}

// tables is where the tables begin that a program runs by.
func (f function) tables() []int {
	starts := []int{f.get(stackField)}
	for i := range f.get(countField) {
		starts = append(starts, f.get(tablesField+4*i))
	}
	return starts
}

// index is where the table lies by which the runtime finds the function at an instruction: a bucket for each 4,096 of
// them, with the number of its first function. A function of a WebAssembly program has 65,536 instructions to itself,
// so that the table of two megabytes says no more than that; the program writes it by itself when it is instantiated.
type index struct{ at, buckets int }

// takeIndex leaves the table out of a memory.
func (t *functions) takeIndex(memory []byte) (index, error) {
	start := binary.LittleEndian.AppendUint64(nil, uint64(t.at))
	start = binary.LittleEndian.AppendUint64(start, uint64(t.at+t.names))
	module := bytes.Index(memory, start)
	if module < 0 || len(memory)-module < moduleSize {
		return index{}, errors.New("the program has no runtime.moduledata that begins with its table of functions")
	}
	word := func(at int) int { return int(binary.LittleEndian.Uint64(memory[module+at:])) }
	first, last := word(firstField), word(lastField)
	x := index{word(indexField), (last - first) / bucketCode} // the last function may end within a bucket, which is left
	table := memory[x.at : x.at+x.buckets*bucketSize]
	for b := range x.buckets {
		bucket := table[b*bucketSize : (b+1)*bucketSize]
		if int(binary.LittleEndian.Uint32(bucket)) != b/bucketsOf || !allZero(bucket[4:]) {
			return index{}, fmt.Errorf("bucket %d of the program's index of functions is %v, not of function %d alone", b, bucket, b/bucketsOf)
		}
	}
	clear(table)
	return x, nil
}

func allZero(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// Offsets in a runtime.moduledata: where the index is, the first and the last instruction. A bucket begins with the
// number of its first function; a function has 16 of them.
const (
	indexField, firstField, lastField, moduleSize = 152, 160, 168, 176
	bucketCode, bucketSize, bucketsOf             = 4096, 20, 16
)

// code is a function without parameters that writes the index.
func (x index) code() []byte {
	const (
		local, get, set, tee, constant            = 1, 0x20, 0x21, 0x22, 0x41
		loop, branchIf, end, store                = 0x03, 0x0d, 0x0b, 0x36
		add, subtract, divide, less, i32, nothing = 0x6a, 0x6b, 0x6e, 0x49, 0x7f, 0x40
	)
	begin, after := x.at, x.at+x.buckets*bucketSize
	body := []byte{1, local, i32} // local 0 is the bucket's address
	body = appendAddress(append(body, constant), begin)
	body = append(body, set, 0, loop, nothing, get, 0, get, 0)
	body = append(appendAddress(append(body, constant), begin), subtract)
	body = append(appendAddress(append(body, constant), bucketSize*bucketsOf), divide, store, 2, 0, get, 0)
	body = append(appendAddress(append(body, constant), bucketSize), add, tee, 0)
	body = append(appendAddress(append(body, constant), after), less, branchIf, 0, end, end)
	return append(binary.AppendUvarint(nil, uint64(len(body))), body...)
}

// forgetNames leaves out the names but those that the runtime itself goes by.
func (t *functions) forgetNames() {
	names := t.table[t.names:t.units]
	kept := make([]byte, len(names))
	for f := range t.all {
		at := f.get(nameField)
		name, _, _ := bytes.Cut(names[at:], []byte{0})
		if readByRuntime(string(name), f[kindField]) {
			copy(kept[at:], name)
		} else {
			f.unset(nameField)
		}
	}
	copy(names, kept)
}

// readByRuntime says whether the runtime goes by a function's name: it tells its
// own goroutines from others, finds the arguments of two functions of reflect, and
// says of which type a nil pointer is whose method is called.
func readByRuntime(name string, kind byte) bool {
	return strings.HasPrefix(name, "runtime.") || strings.HasPrefix(name, "reflect.") ||
		kind == wrapper && strings.Contains(name, "(*")
}

package site

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// module is a WebAssembly module's sections by their kind.
type module map[byte][]byte

// The kinds of section that slim changes, and that come before the start's in a module or are all there may be: see the
// WebAssembly specification, 5.5.
const (
	customSection, typeSection, importSection, functionSection = 0, 1, 2, 3
	startSection, elementSection, codeSection, dataSection     = 8, 9, 10, 11
)

// sectionOrder is how they stand in a module. What is for tools, a custom section, says nothing to a browser.
var sectionOrder = []byte{1, 2, 3, 4, 5, 6, 7, startSection, elementSection, 12, codeSection, dataSection, customSection}

const wasmHeader = 8

var errModule = errors.New("the program is not a WebAssembly module as Go's linker writes it: see wasm/site/module.go")

// readModule keeps the last of several custom sections, which is that of the functions' names where there is one.
func readModule(wasm []byte) (module, error) {
	if len(wasm) < wasmHeader || !bytes.HasPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errModule
	}
	p := module{}
	for rest := wasm[wasmHeader:]; len(rest) > 0; {
		kind := rest[0]
		body, after, err := sized(rest[1:])
		if err != nil || bytes.IndexByte(sectionOrder, kind) < 0 {
			return nil, errModule
		}
		p[kind], rest = body, after
	}
	return p, nil
}

func (p module) bytes() []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, kind := range sectionOrder {
		if body, ok := p[kind]; ok {
			out = append(binary.AppendUvarint(append(out, kind), uint64(len(body))), body...)
		}
	}
	return out
}

// startWith adds a function without parameters, which runs when the module is instantiated.
func (p module) startWith(code []byte) error {
	if p[startSection] != nil {
		return fmt.Errorf("%w: it has a start function already", errModule)
	}
	types, n := count(p[typeSection])
	imports, err := p.importedFunctions()
	if err != nil {
		return err
	}
	functions, _ := count(p[functionSection])
	p[typeSection] = append(binary.AppendUvarint(nil, uint64(types+1)), append(bytes.Clone(p[typeSection][n:]), 0x60, 0, 0)...)
	p[functionSection] = added(p[functionSection], binary.AppendUvarint(nil, uint64(types)))
	p[codeSection] = added(p[codeSection], code)
	p[startSection] = binary.AppendUvarint(nil, uint64(imports+functions))
	return nil
}

// count is the number of things that a section begins with, and its length.
func count(section []byte) (things, length int) {
	n, length := binary.Uvarint(section)
	return int(n), length
}

// added is a section with one thing more.
func added(section, thing []byte) []byte {
	things, n := count(section)
	out := append(binary.AppendUvarint(nil, uint64(things+1)), section[n:]...)
	return append(out, thing...)
}

// importedFunctions counts the module's imports, which are functions all.
func (p module) importedFunctions() (int, error) {
	imports, n := count(p[importSection])
	rest := p[importSection][n:]
	for range imports {
		for range 2 { // the names of the module and of what it has
			_, after, err := sized(rest)
			if err != nil {
				return 0, err
			}
			rest = after
		}
		if len(rest) == 0 || rest[0] != 0 {
			return 0, fmt.Errorf("%w: it imports what is no function", errModule)
		}
		_, n := binary.Uvarint(rest[1:])
		rest = rest[1+n:]
	}
	return imports, nil
}

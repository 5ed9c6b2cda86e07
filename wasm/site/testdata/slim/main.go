//go:build js

// Command slim does what a Go runtime does by its table of functions, and says "fine".
package main

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

type named struct{ name *string }

func (n named) Name() string { return *n.name }

var nobody interface{ Name() string } = (*named)(nil)

func main() {
	if err := recovered(); !strings.Contains(err, "value method main.named.Name called using nil *named pointer") {
		fmt.Println("recovered from", err)
		return
	}
	if got := called(1000); got != 1000 {
		fmt.Println("a deep stack with garbage in it counted", got)
		return
	}
	_, file, line, _ := runtime.Caller(0)
	fmt.Println("fine", file, line)
}

func recovered() (err string) {
	defer func() { err = fmt.Sprint(recover()) }()
	return nobody.Name()
}

// called goes deep by reflection, in goroutines of its own, while the collector moves stacks and frees what none refers to.
func called(depth int) int {
	if depth == 0 {
		runtime.GC()
		return 0
	}
	text := fmt.Sprint(depth)
	method := reflect.ValueOf(named{&text}).MethodByName("Name").Interface().(func() string)
	below := make(chan int)
	go func() {
		f := reflect.MakeFunc(reflect.TypeFor[func(int) int](), func(in []reflect.Value) []reflect.Value {
			return []reflect.Value{reflect.ValueOf(called(int(in[0].Int())))}
		})
		below <- f.Interface().(func(int) int)(depth - 1)
	}()
	n := <-below
	if method() != text {
		panic("a method value has lost its receiver")
	}
	return n + 1
}

//go:build js

package main

import "github.com/queuelab/queuelab/web"

func main() {
	web.Main()
}

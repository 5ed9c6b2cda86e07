// Package web is the page of Queuelab: its addresses, their text, and the go-app
// components that bring them to life.
//
// A session holds the model of package play and sends it everything the reader
// does. What changes now and then are components, which go-app renders; each
// is given the versions of what it shows, so that it is rendered again only
// when that changed. What moves is not go-app's: the stage, the clock, the
// timeline's thumb, the charts and their cursor are written directly, in files
// that end in _js, into elements that components leave empty. Natively the same
// components make the pages as they can be read without the program.
package web

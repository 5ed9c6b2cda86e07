// Package theory has the closed forms that a simulation is held against, and
// the exact identities that every run must keep.
//
// Rates and times are in any one unit: with rates a second, times come out in
// seconds. Each function names its source and what it assumes; beyond its
// assumptions it is not an approximation but wrong. All forms are of the long
// run, unless they say otherwise.
//
// The words: waiting is the time in the queue before work begins, sojourn the
// time from arrival to departure, depth the number of messages there, those
// being worked on included.
package theory

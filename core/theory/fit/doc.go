// Package fit says which closed form of package theory a scenario is an
// instance of, and what it gives for a measure; or which of its assumptions
// fails.
//
// It reads the scenario and nothing else. What it doesn't know makes a form
// fail, never hold.
package fit

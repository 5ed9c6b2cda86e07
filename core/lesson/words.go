package lesson

// Words are what the text may mark as live, as in [in flight](word:in-flight):
// the states that the stage, the charts and the log show, each with its colour
// and shape. The page's styles know them by these names.
var Words = []string{
	"visible", "in-flight", "delayed", "redelivered", "acknowledged", "dead-lettered", "crashed", "lost",
}

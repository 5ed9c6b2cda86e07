// Package play is the page's model, its messages and its update: a lesson being
// read, a draft being changed, a run of it being looked at through a cursor.
//
// It knows nothing of a browser. The page sends a Msg for everything the reader
// does and for every frame that it plays, carries out the Effects that come
// back, and shows what the model's fields and methods say. Whatever is shown
// of a run is a function of its trace and the cursor. Searches and curves are not
// made here: the model asks for them with Ask, and is told with Told.
//
//	m := play.New(lesson.All())
//	effects := m.Update(play.OpenLesson{ID: "five-jobs"})
//
// The page compares Version with the one it rendered last to see what changed.
// All fields of Model are for reading: Update alone changes them.
package play

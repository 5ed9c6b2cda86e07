package web

import "github.com/queuelab/queuelab/core/lesson"

// material is what a page of the site brings along for the program, which holds no
// lesson itself: the lesson, and its prose as HTML. The sandbox's page brings none, as it is empty.
type material struct {
	lesson *lesson.Lesson
	prose  string
}

// newMaterial reads the lesson's archive. One that is wrong is a broken site: the tests read every one.
func newMaterial(page, archive, prose string) material {
	if page == lesson.SandboxID {
		return material{lesson.Sandbox(), prose}
	}
	l, err := lesson.Read(lessonOn(page), archive)
	if err != nil {
		panic(err)
	}
	return material{l, prose}
}

// demo is the lesson that the home page plays.
const demo = "five-jobs"

// lessonOn is the ID of the lesson that a page shows.
func lessonOn(page string) string {
	if page == "" {
		return demo
	}
	return page
}

package play

// Key is a keyboard shortcut.
type Key struct {
	// Key is the browser's KeyboardEvent.key; Shift is needed where true, and
	// must not be held where false, for keys whose meaning Shift changes.
	Key   string
	Shift bool
	Msg   Msg
	// Show is how the help sheet writes the keys; empty for one that another
	// entry's text tells of. Help says what it does.
	Show, Help string
}

// Keys are the keyboard's shortcuts in the order of the help sheet.
var Keys = []Key{
	{" ", false, Toggle{}, "Space", "play or pause"},
	{"ArrowRight", false, Step{1}, "→ ←", "one event on, one back"},
	{"ArrowLeft", false, Step{-1}, "", ""},
	{"ArrowRight", true, StepInstant{1}, "Shift + → ←", "to the next instant, to the one before"},
	{"ArrowLeft", true, StepInstant{-1}, "", ""},
	{"PageDown", false, Step{10}, "Page Down, Page Up", "ten events on, ten back"},
	{"PageUp", false, Step{-10}, "", ""},
	{"Home", false, ToStart{}, "Home, End", "to the start, to the end"},
	{"End", false, ToEnd{}, "", ""},
	{"+", false, Faster{}, "+ −", "faster, slower"},
	{"=", false, Faster{}, "", ""},
	{">", false, Faster{}, "", ""},
	{"-", false, Slower{}, "", ""},
	{"<", false, Slower{}, "", ""},
	{"u", false, Undo{}, "U", "undo the last change"},
	{"U", true, Redo{}, "Shift + U", "redo it"},
	{"r", false, ResetLesson{}, "R", "reset the lesson (can be undone)"},
	{"c", false, CrashFocused{}, "C", "crash the selected consumer, or the first"},
	{"w", false, WriteByHand{Count: 1}, "W", "write one message"},
	{"1", false, SelectTabNumber{1}, "1 to 7", "console, events, scenario, lifelines, every schedule, trade-off, real brokers"},
	{"2", false, SelectTabNumber{2}, "", ""},
	{"3", false, SelectTabNumber{3}, "", ""},
	{"4", false, SelectTabNumber{4}, "", ""},
	{"5", false, SelectTabNumber{5}, "", ""},
	{"6", false, SelectTabNumber{6}, "", ""},
	{"7", false, SelectTabNumber{7}, "", ""},
	{"s", false, KeepShadow{}, "S", "keep this run as a shadow to compare with"},
	{"y", false, AskSelected{}, "Y", "why? of the selected message"},
	{"/", false, FocusFilter{}, "/", "filter the events"},
	{"]", false, NextLesson{}, "] [", "next lesson, the one before"},
	{"[", false, PreviousLesson{}, "", ""},
	{"t", false, ToggleTheme{}, "T", "light, dark, or as the system"},
	{"?", false, ToggleHelp{}, "?", "show or hide these keys"},
	{"Escape", false, Dismiss{}, "Esc", "close what is on top"},
}

// MsgFor is the message for a key press, nil for none. Typing says that the
// focus is where keys write text or move a control's own value: only Escape
// counts there. The page doesn't ask for presses with Ctrl, Alt or Meta held.
func (m *Model) MsgFor(key string, shift, typing bool) Msg {
	if typing && key != "Escape" {
		return nil
	}
	for _, k := range Keys {
		if k.Key == key && (k.Shift == shift || isSymbol(key)) {
			return k.Msg
		}
	}
	return nil
}

// isSymbol says whether a key is a sign, which some keyboards need Shift for.
func isSymbol(key string) bool {
	return len(key) == 1 && !('a' <= key[0] && key[0] <= 'z') && !('A' <= key[0] && key[0] <= 'Z')
}

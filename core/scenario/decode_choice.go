package scenario

import "strconv"

var choiceStatements = []statement{
	{word: "choose", in: topLevel, usage: "choose at 25ms after 3 give worker-2", many: true, decode: decodeChoice},
}

// decodeChoice reads "at D after N" and what is chosen.
func decodeChoice(b *binder, r *reader) {
	c := Choice{Pos: r.last.pos}
	r.expect("at")
	c.At = r.instant()
	r.expect("after")
	c.After = r.number(0, 2*MaxEvents)
	switch r.expect("next", "give", "work", "crash", "lose") {
	case "next":
		c.Kind, c.Number = ChooseNext, r.number(2, MaxEvents)
	case "give":
		c.Kind, c.Index = ChooseConsumer, r.consumer()
	case "work":
		if c.Kind = ChooseShortest; r.expect("shortest", "longest") == "longest" {
			c.Kind = ChooseLongest
		}
	case "crash":
		b.chooseCrash(r, &c)
	case "lose":
		c.Kind, c.Index = ChooseLost, r.consumer()
	}
	b.scenario.Choices = append(b.scenario.Choices, c)
	r.limit(len(b.scenario.Choices), MaxFaults, "choose lines")
}

func (b *binder) chooseCrash(r *reader, c *Choice) {
	c.Kind = ChooseCrash
	switch {
	case b.names.relays.has(r.peek()):
		c.Of, c.Index = ARelay, r.index(&b.names.relays, "relay")
	case b.names.members.has(r.peek()):
		c.Of, c.Index = AMember, r.index(&b.names.members, "member of a group")
	default:
		c.Index = r.consumer()
	}
	if r.accept("for") {
		c.For = r.spanOrNever()
	}
}

// Line is the choice as the language writes it.
func (c *Choice) Line(sc *Scenario) string {
	text := "choose at " + FormatDuration(c.At) + " after " + strconv.Itoa(c.After)
	switch c.Kind {
	case ChooseNext:
		return text + " next " + strconv.Itoa(c.Number)
	case ChooseConsumer:
		return text + " give " + sc.Consumers[c.Index].Name
	case ChooseShortest:
		return text + " work shortest"
	case ChooseLongest:
		return text + " work longest"
	case ChooseLost:
		return text + " lose " + sc.Consumers[c.Index].Name
	}
	text += " crash " + c.who(sc)
	if c.For > 0 {
		text += " for " + FormatDuration(c.For)
	}
	return text
}

func (c *Choice) who(sc *Scenario) string {
	switch c.Of {
	case ARelay:
		return sc.Relays[c.Index].Name
	case AMember:
		return memberAt(sc, c.Index)
	}
	return sc.Consumers[c.Index].Name
}

// memberAt is the name of a member, an index into those of all groups.
func memberAt(sc *Scenario, i int) string {
	for g := range sc.Groups {
		if i < sc.Groups[g].Members {
			return MemberName(sc.Groups[g].Name, i+1)
		}
		i -= sc.Groups[g].Members
	}
	return ""
}

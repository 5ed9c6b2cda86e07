package explore

// script is what is answered in one transition.
type script struct {
	picks []pick
	at    int // the pick that is asked for next
}

// pick is an answer, from 0, which is what the rules say, to below n.
type pick struct{ answer, n uint8 }

func (s *script) reset() { s.picks, s.at = s.picks[:0], 0 }

// answer is the next one, of n. Beyond 255 alternatives the rest is not
// looked at; nothing so small as to be searched has them.
func (s *script) answer(n int) int {
	if s.at == len(s.picks) {
		s.picks = append(s.picks, pick{0, uint8(min(n, 255))})
	}
	s.at++
	return int(s.picks[s.at-1].answer)
}

// next goes on to other answers, those given last first, and reports whether
// there are any.
func (s *script) next() bool {
	for n := len(s.picks); n > 0; n-- {
		p := &s.picks[n-1]
		if p.answer+1 < p.n {
			p.answer++
			s.picks = s.picks[:n]
			return true
		}
	}
	return false
}

func (s *script) deviations() (n int) {
	for _, p := range s.picks {
		if p.answer > 0 {
			n++
		}
	}
	return n
}

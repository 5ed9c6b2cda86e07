package scenario

import "strings"

// Routes says whether a message with that key goes to a queue: whether one of
// the exchange's bindings of the queue matches.
func (x *Exchange) Routes(queue int, key string) bool {
	for _, b := range x.Bindings {
		if b.Queue == queue && x.Kind.matches(b.Key, key) {
			return true
		}
	}
	return false
}

func (k ExchangeKind) matches(pattern, key string) bool {
	switch k {
	case Fanout:
		return true
	case Direct:
		return pattern == key
	}
	return matchTopic(keyWords(pattern), keyWords(key))
}

func keyWords(key string) []string {
	if key == "" {
		return nil
	}
	return strings.Split(key, ".")
}

// matchTopic matches words of a key against a pattern, in which * stands for
// one word and # for any number of them, none included (AMQP 0-9-1, 3.1.3.3).
func matchTopic(pattern, key []string) bool {
	switch {
	case len(pattern) == 0:
		return len(key) == 0
	case pattern[0] == "#":
		return matchTopic(pattern[1:], key) || len(key) > 0 && matchTopic(pattern, key[1:])
	case len(key) == 0:
		return false
	}
	return (pattern[0] == "*" || pattern[0] == key[0]) && matchTopic(pattern[1:], key[1:])
}

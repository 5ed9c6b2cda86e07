package scenario

import "strings"

// didYouMean is "; did you mean X?" for the candidate nearest to the word,
// and empty where none is near.
func didYouMean(word string, candidates []string) string {
	best, least := "", slips(word)+1
	for _, c := range candidates {
		if d := distance(word, c, least); d < least {
			best, least = c, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}

// slips is how many letters of a word may be wrong.
func slips(word string) int {
	switch {
	case len(word) < 3:
		return 0
	case len(word) < 6:
		return 1
	}
	return 2
}

// distance counts the letters to insert, remove, change or swap with a
// neighbour to make b of a. It may stop at limit.
func distance(a, b string, limit int) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > MaxName {
		return limit
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			rows[i][j] = cheapest(rows, a, b, i, j)
		}
	}
	return rows[len(a)][len(b)]
}

func cheapest(rows [][]int, a, b string, i, j int) int {
	change := 1
	if a[i-1] == b[j-1] {
		change = 0
	}
	d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+change)
	if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
		d = min(d, rows[i-2][j-2]+1)
	}
	return d
}

// orList is "a, b or c".
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// Suggest is "; did you mean X?" for the candidate nearest to a word, to be put
// behind an error message, and empty where none is near.
func Suggest(word string, candidates []string) string { return didYouMean(word, candidates) }

package eventlog_test

import (
	"testing"

	"github.com/queuelab/queuelab/core/eventlog"
)

// The hashes are those of the test suite of the FNV draft (draft-eastlake-fnv).
// The last hexadecimal digit is the hash modulo 16.
func TestAKeyHasThePartitionOfItsHash(t *testing.T) {
	for key, hash := range map[string]uint32{
		"":       0x811c9dc5,
		"a":      0xe40c292c,
		"b":      0xe70c2de5,
		"c":      0xe60c2c52,
		"foo":    0xa9f37ed7,
		"foobar": 0xbf9cf968,
	} {
		want(t, key, eventlog.Partition(key, 16), int(hash%16))
		want(t, key, eventlog.Partition(key, 7), int(hash%7))
		want(t, key, eventlog.Partition(key, 1), 0)
	}
}

func TestAKeyStaysInItsPartition(t *testing.T) {
	l := eventlog.New[string](eventlog.Options{Partitions: 16})
	for n := range int64(3) {
		for key, want := range map[string]int{"a": 0xc, "b": 0x5, "foobar": 0x8} {
			if p, position := l.Append(key, ""); p != want || position != n {
				t.Errorf("%q is at %d of partition %d, want %d of %d", key, position, p, n, want)
			}
		}
	}
}

// Of three partitions, "a" has 1.
func TestRecordsWithoutAKeyGoInRotation(t *testing.T) {
	l := eventlog.New[string](eventlog.Options{Partitions: 3})
	var got []int
	for _, key := range []string{"", "a", "", "", "a", "a", "", ""} {
		p, _ := l.Append(key, "")
		got = append(got, p)
	}
	want(t, "partitions", got, []int{0, 1, 1, 2, 1, 1, 0, 1})
}

package e2e

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var number = regexp.MustCompile(`[\d,]+ different state`)

// BenchmarkSearch searches the handlers of safe-order with two more orders and
// all that may go wrong, as core/explore's benchmark does, and counts distinct
// states a second.
func BenchmarkSearch(b *testing.B) {
	p := sharedServer(b).Tab(b)
	p.Goto(safeOrder + "#1&-line=producer+more%0A++to+orders%0A++write+order%3D8843+order%3D8844&variant=record-first&-tab=schedules&-search=crashes=2,away=10ms,lost=1,consumers,ties")
	p.Started()
	p.Wait(stored)
	var states, ms, worked, took float64
	for b.Loop() {
		p.Trace()
		ms += Eval[float64](p, `new Promise((done) => {
			const began = performance.now();
			document.querySelector("#search").click();
			const look = setInterval(() => {
				if (document.querySelector("#search") === null || document.querySelector("#verdict-head") === null) return;
				clearInterval(look);
				done(performance.now() - began);
			}, 20);
		})`)
		text := number.FindString(p.Text("#verdict"))
		n, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSuffix(text, " different state"), ",", ""), 64)
		if err != nil {
			b.Fatal(p.Text("#panel"), err)
		}
		states += n
		w, t := p.Traced()
		worked, took = max(worked, w), max(took, t)
	}
	b.ReportMetric(states/ms*1000, "states/s")
	b.ReportMetric(states/float64(b.N), "states")
	b.ReportMetric(worked, "longest-cpu-ms")
	b.ReportMetric(took, "longest-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkFirstVerdict is the time from pressing Search, right after its panel was opened,
// to the verdict: of a visitor's first page, when the studies are still to come from this machine or as over a line of
// 10 Mbit/s, and when they are stored.
func BenchmarkFirstVerdict(b *testing.B) {
	for _, slow := range []bool{true, false} {
		b.Run(fmt.Sprintf("slow=%v", slow), func(b *testing.B) {
			server := Serve(b, Build(b, "/repo/", nil))
			if slow {
				server.Use(slowly)
			}
			var cold, warm []float64
			for b.Loop() {
				p := server.Tab(b)
				visit := func() float64 {
					p.Goto(safeOrder)
					p.Started()
					return Eval[float64](p, firstVerdict)
				}
				cold = append(cold, visit())
				p.Wait(stored)
				warm = append(warm, visit())
				p.Close()
			}
			b.ReportMetric(median(cold), "cold-ms")
			b.ReportMetric(median(warm), "warm-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// slowly sends each file at 10 Mbit/s: what the browser slows down is the page's own requests, not those of its workers.
func slowly(site http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site.ServeHTTP(slowWriter{w}, r)
	})
}

type slowWriter struct{ http.ResponseWriter }

func (w slowWriter) Write(data []byte) (n int, err error) {
	for chunk := range slices.Chunk(data, 12_500) {
		time.Sleep(10 * time.Millisecond)
		m, err := w.ResponseWriter.Write(chunk)
		if n += m; err != nil {
			return n, err
		}
	}
	return n, nil
}

const firstVerdict = `new Promise((done) => {
	let began = 0;
	document.querySelector("#tab-schedules").click();
	const look = setInterval(() => {
		const search = document.querySelector("#search");
		if (!began && search) {
			began = performance.now();
			search.click();
		}
		if (document.querySelector("#verdict-head")) {
			clearInterval(look);
			done(performance.now() - began);
		}
	}, 5);
})`

// BenchmarkTradeoff measures 20 points by 200 replications of the lesson on
// the timeout, chart and all.
func BenchmarkTradeoff(b *testing.B) {
	p := sharedServer(b).Tab(b)
	p.Goto("lessons/visibility-timeout#1&-tab=tradeoff")
	p.Started()
	p.Wait(stored)
	var ms, worked, took float64
	for b.Loop() {
		p.Trace()
		ms += Eval[float64](p, `new Promise((done) => {
			const began = performance.now();
			document.querySelector("#measure").click();
			const look = setInterval(() => {
				if (document.querySelector("#measure") === null || document.querySelector("#sweep-progress")?.textContent !== "4,000 of 4,000 runs") return;
				clearInterval(look);
				done(performance.now() - began);
			}, 20);
		})`)
		w, t := p.Traced()
		worked, took = max(worked, w), max(took, t)
	}
	b.ReportMetric(ms/float64(b.N), "sweep-ms")
	b.ReportMetric(worked, "longest-cpu-ms")
	b.ReportMetric(took, "longest-ms")
	b.ReportMetric(0, "ns/op")
}

// The charts: uPlot with our colours, steps that hold their value, and a line where the run's cursor stands.
// Numbers come from the Go program as Float64Arrays; the colours are the page's tokens.
(() => {
  "use strict";

  const probe = document.createElement("span");
  probe.hidden = true;

  // A token may be written for both themes at once: only a used colour says which one holds. To ask for one makes the
  // browser style the page, so each is asked for once a theme.
  const tokens = new Map();
  function token(name) {
    if (!tokens.has(name)) {
      if (!probe.isConnected) document.body.append(probe);
      probe.style.color = `var(--${name})`;
      tokens.set(name, getComputedStyle(probe).color);
    }
    return tokens.get(name);
  }

  const font = '11px system-ui, "DejaVu Sans", sans-serif';
  const whole = (v) => (Number.isInteger(v) ? String(v) : "");
  const short = (v) => String(+v.toFixed(2));

  function timeLabel(ms) {
    if (ms >= 600000) return short(ms / 60000) + " min";
    return ms >= 1000 ? String(+(ms / 1000).toFixed(3)) + " s" : short(ms) + " ms";
  }

  const axis = (extra) => ({
    stroke: () => token("faint"), font, labelFont: font, gap: 4,
    grid: { stroke: () => token("line"), width: 1 },
    ticks: { show: false }, ...extra,
  });
  // wide is as much room as the longest label of an upright axis takes, but never less than what most need, so that the
  // charts beside each other begin alike.
  const wide = (least) => (u, labels, i) => {
    if (!labels) return least;
    u.ctx.font = u.axes[i].font[0];
    const longest = Math.max(...labels.map((label) => u.ctx.measureText(label).width));
    return Math.max(least, Math.ceil(longest / devicePixelRatio) + 10);
  };
  const countAxis = () => axis({ size: wide(34), values: (u, splits) => splits.map(whole), incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000] });

  // base makes a uPlot in a host and keeps its size. draw makes the options; they are made again for a new theme.
  function base(host, options) {
    let plot = null;
    let data = null;
    const size = () => ({ width: Math.max(120, host.clientWidth), height: Math.max(80, host.clientHeight) });
    function build() {
      plot?.destroy();
      plot = new uPlot({ ...size(), ...options() }, data, host);
    }
    const sizes = new ResizeObserver(() => {
      if (plot && host.clientWidth > 0) plot.setSize(size());
    });
    sizes.observe(host);
    return {
      get plot() { return plot; },
      set(next) {
        data = next;
        if (plot) plot.setData(data); else build();
      },
      retint() {
        tokens.clear();
        if (plot) build();
      },
      // drop forgets the plot: the next numbers make another one.
      drop() {
        plot?.destroy();
        plot = null;
      },
      destroy() {
        sizes.disconnect();
        plot?.destroy();
        plot = null;
      },
      // The plot's canvas is transparent: the picture gets the page's ground.
      save(name) {
        if (!plot) return;
        const from = plot.ctx.canvas;
        const to = document.createElement("canvas");
        to.width = from.width;
        to.height = from.height;
        const pen = to.getContext("2d");
        pen.fillStyle = token("panel");
        pen.fillRect(0, 0, to.width, to.height);
        pen.drawImage(from, 0, 0);
        to.toBlob((blob) => {
          const a = document.createElement("a");
          a.href = URL.createObjectURL(blob);
          a.download = name;
          a.click();
          setTimeout(() => URL.revokeObjectURL(a.href), 1000);
        });
      },
    };
  }

  // last is the index of the last x that is not after v.
  function last(xs, v) {
    let low = 0;
    let high = xs.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (xs[mid] <= v) low = mid + 1; else high = mid;
    }
    return low - 1;
  }

  function depth(host, readout, seek) {
    let at = 0;
    let end = 1;
    let counts = [0, 0, 0];
    let words = [];
    let hovered = null;
    let data = null;
    const now = document.createElement("div");
    now.className = "chart-now";
    // What the reader is asked to draw is veiled behind the cursor until the run has been seen, or the answer given.
    const veil = document.createElement("div");
    veil.className = "chart-veil";
    const veiled = () => host.classList.contains("veiled");

    const stepped = uPlot.paths.stepped({ align: 1 });
    const options = () => ({
      padding: [8, 18, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: { x: { time: false, range: () => [-end * 0.015, end * 1.015] }, y: { range: (u, min, max) => [0, Math.max(1, max * 1.08)] } },
      axes: [axis({ size: 24, space: 60, values: (u, splits) => splits.map((v) => (v < 0 ? "" : timeLabel(v))) }), countAxis()],
      series: [
        {},
        { label: "in flight", paths: stepped, stroke: token("flight"), width: 1, fill: token("flight-soft"), points: { show: false } },
        { label: "visible", paths: stepped, stroke: token("visible"), width: 2, dash: [6, 4], points: { show: false } },
        { label: "total", paths: stepped, stroke: token("ink"), width: 2, points: { show: false } },
        { label: "shadow", paths: stepped, stroke: token("again"), width: 2, dash: [2, 3], points: { show: false } },
      ],
      hooks: {
        setCursor: [(u) => {
          hovered = u.cursor.left >= 0 ? Math.max(0, Math.min(end, u.posToVal(u.cursor.left, "x"))) : null;
          tell();
        }],
        setSize: [() => place()],
        setScale: [() => place()],
        ready: [(u) => {
          u.over.append(veil, now);
          u.over.addEventListener("click", () => { if (hovered !== null) seek(hovered); });
          place();
        }],
      },
    });
    const chart = base(host, options);

    function place() {
      if (!chart.plot || !data) return;
      const x = Math.round(chart.plot.valToPos(at, "x")) - 1;
      now.style.transform = `translateX(${x}px)`;
      veil.style.left = `${x}px`;
    }
    const shadowed = () => data !== null && data[4].length > 0 && data[4][0] !== null;
    function say(when, values) {
      const time = timeLabel(+when.toFixed(when < 100 ? 1 : 0));
      const i = shadowed() ? Math.max(0, last(data[0], when)) : -1;
      const behind = i < 0 ? "" : ` · shadow ${data[4][i]}`;
      readout.textContent = `${time}: ${words.map((word, k) => `${word} ${values[k]}`).join(" · ")}${behind}`;
    }
    function tell() {
      if (!data) return;
      if (hovered === null || (veiled() && hovered > at)) {
        say(at, counts);
        return;
      }
      const i = Math.max(0, last(data[0], hovered));
      say(hovered, [data[3][i], data[2][i], data[1][i]]);
    }
    return {
      setData(t, total, visible, inFlight, until, shadow, ...called) {
        words = called;
        end = until > 0 ? until : 1;
        data = [t, inFlight, visible, total, shadow.length > 0 ? shadow : Array.from(t, () => null)];
        chart.set(data);
        place();
        tell();
      },
      setNow(ms, ...held) {
        at = ms;
        counts = held;
        place();
        if (hovered === null) tell();
      },
      retint() { chart.retint(); },
      save(name) { chart.save(name); },
      destroy() { chart.destroy(); },
    };
  }

  function deliveries(host, readout, seek, ask) {
    let data = null;
    let per = 1;
    let first = null;
    let repeated = null;
    const bars = (fill) => uPlot.paths.bars({ size: [0.62, 46], radius: 0.12, ...fill });
    let piece = "";
    const name = (i) => (per === 1 ? `${piece} ${i + 1}` : `${piece}s ${i * per + 1} to ${(i + 1) * per}`);
    const options = () => ({
      padding: [8, 14, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: () => [0.4, first.length + 0.6] },
        y: { range: (u, min, max) => [0, Math.max(1, max) * 1.08] },
      },
      axes: [
        axis({ size: 24, space: 26, grid: { show: false }, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500], values: (u, splits) => splits.map((v) => (Number.isInteger(v) && v >= 1 ? (per === 1 ? String(v) : String((v - 1) * per + 1)) : "")) }),
        countAxis(),
      ],
      series: [
        {},
        { label: "repeated", paths: bars(), stroke: token("again"), fill: token("again-soft"), width: 1.5, dash: [4, 3], points: { show: false } },
        { label: "first", paths: bars(), stroke: token("visible"), fill: token("visible"), width: 1, points: { show: false } },
      ],
      hooks: {
        setCursor: [(u) => tell(u.cursor.left >= 0 ? u.cursor.idx : null)],
        ready: [(u) => u.over.addEventListener("click", (e) => {
          const message = Math.round(u.posToVal(e.offsetX, "x"));
          if (per === 1 && message >= 1 && message <= first.length) ask(message);
        })],
      },
    });
    const chart = base(host, options);

    function tell(i) {
      if (i !== null && i !== undefined && first && i < first.length) {
        readout.textContent = `${name(i)}: first ${first[i]} · repeated ${repeated[i]}`;
        return;
      }
      const sum = (a) => a.reduce((x, y) => x + y, 0);
      readout.textContent = first ? `all ${piece}s: first ${sum(first)} · repeated ${sum(repeated)}` : "";
    }
    return {
      setData(firsts, repeats, perBar, called) {
        piece = called;
        first = firsts;
        repeated = repeats;
        per = perBar;
        const x = Float64Array.from(first, (_, i) => i + 1);
        // The repeated ones stand on the first ones.
        data = [x, Array.from(first, (v, i) => (repeated[i] > 0 ? v + repeated[i] : null)), first];
        if (first.length === 0) data = [[], [], []];
        chart.set(data);
        tell(null);
      },
      setNow() {},
      retint() { chart.retint(); },
      save(name) { chart.save(name); },
      destroy() { chart.destroy(); },
    };
  }

  // tradeoff draws one or two measures over a parameter, or one measure in several lines: with 95 % bars, and closed
  // forms as dots. Each line has dashes and a mark of its own; the second measure has the right axis.
  function tradeoff(host, readout, open) {
    let d = null;
    let hovered = null;
    const tints = ["visible", "again", "flight", "acked"];
    const dashes = [undefined, [7, 5], [2, 3], [10, 3, 2, 3]];
    const sided = (i) => (i === 0 || d.shared ? 0 : 1);
    const scale = (i) => (sided(i) === 0 ? "y" : "y2");
    const known = (values) => Array.from(values, (v) => (Number.isNaN(v) ? null : v));
    const inUnit = (v, unit) => {
      if (unit === "ms") return timeLabel(v);
      return short(v) + (unit === "" ? "" : ` ${unit}`);
    };

    // A closed form that runs away must not flatten what was measured.
    function top(i) {
      const lines = d.lines.filter((_, k) => sided(k) === sided(i));
      const most = (name) => lines.reduce((a, line) => line[name].reduce((b, v) => (Number.isFinite(v) && v > b ? v : b), a), 0);
      const measured = most("high");
      return Math.max(measured, Math.min(most("theory"), 1.6 * measured)) * 1.08 || 1;
    }
    function sides() {
      const from = Math.min(...d.x);
      const to = Math.max(...d.x);
      const room = (to - from) * 0.04 || 0.5;
      return [from - room, to + room];
    }
    function xLabel(v) {
      if (d.choice) return Number.isInteger(v) ? d.values[v] ?? "" : "";
      const [low] = sides();
      return v < low ? "" : inUnit(v, d.unit);
    }

    // A disc, a square, a triangle and a diamond.
    const shapes = [
      (pen, x, y, px) => pen.arc(x, y, 3.6 * px, 0, 2 * Math.PI),
      (pen, x, y, px) => pen.rect(x - 3.4 * px, y - 3.4 * px, 6.8 * px, 6.8 * px),
      (pen, x, y, px) => corners(pen, [[x, y - 4.6 * px], [x + 4.2 * px, y + 3.2 * px], [x - 4.2 * px, y + 3.2 * px]]),
      (pen, x, y, px) => corners(pen, [[x, y - 4.8 * px], [x + 4.8 * px, y], [x, y + 4.8 * px], [x - 4.8 * px, y]]),
    ];
    function corners(pen, points) {
      points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
      pen.closePath();
    }

    // The bars and the marks are drawn by hand, in the canvas's own pixels.
    function marks(u) {
      const pen = u.ctx;
      const px = devicePixelRatio;
      d.lines.forEach((line, i) => {
        pen.save();
        pen.setLineDash([]);
        pen.strokeStyle = token(tints[i]);
        pen.lineWidth = 1.4 * px;
        d.x.forEach((x, k) => {
          if (Number.isNaN(line.mean[k])) return;
          const at = u.valToPos(x, "x", true) + (2 * i + 1 - d.lines.length) * px;
          const [y, low, high] = [line.mean[k], Math.max(0, line.low[k]), line.high[k]].map((v) => u.valToPos(v, scale(i), true));
          pen.beginPath();
          pen.moveTo(at, low);
          pen.lineTo(at, high);
          for (const end of [low, high]) {
            pen.moveTo(at - 3.5 * px, end);
            pen.lineTo(at + 3.5 * px, end);
          }
          pen.stroke();
          pen.beginPath();
          shapes[i](pen, at, y, px);
          pen.fillStyle = token(i % 2 === 0 ? tints[i] : "panel");
          pen.fill();
          pen.stroke();
          if (k === d.now && (!d.shared || i === d.nowLine)) {
            pen.beginPath();
            pen.arc(at, y, 7.5 * px, 0, 2 * Math.PI);
            pen.stroke();
          }
        });
        pen.restore();
      });
    }

    const options = () => {
      const axes = [
        axis({ size: 24, space: 64, ...(d.choice ? { splits: () => Array.from(d.x) } : {}), values: (u, splits) => splits.map(xLabel) }),
        ...d.lines.slice(0, d.shared ? 1 : 2).map((line, i) => axis({
          scale: scale(i), side: i === 0 ? 3 : 1, size: wide(54), stroke: () => token(d.shared ? "faint" : tints[i]),
          grid: { show: i === 0, stroke: () => token("line"), width: 1 }, values: (u, splits) => splits.map((v) => inUnit(v, line.unit)),
        })),
      ];
      const scales = { x: { time: false, range: sides } };
      d.lines.forEach((line, i) => { scales[scale(i)] = { range: () => [0, top(i)] }; });
      const series = [{}];
      d.lines.forEach((line, i) => {
        series.push(
          { scale: scale(i), stroke: token(tints[i]), width: 2, dash: dashes[i], points: { show: false } },
          { scale: scale(i), stroke: token(tints[i]), width: 2, dash: [1.5, 4], points: { show: false } },
        );
      });
      return {
        padding: [10, d.lines.length > 1 && !d.shared ? 0 : 18, 0, 0],
        legend: { show: false },
        cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
        scales, axes, series,
        hooks: {
          draw: [marks],
          setCursor: [(u) => {
            hovered = u.cursor.left >= 0 ? u.cursor.idx : null;
            tell();
          }],
          ready: [(u) => u.over.addEventListener("click", (e) => open(nearest(u, u.posToIdx(e.offsetX), e.offsetY)))],
        },
      };
    };
    const chart = base(host, options);
    let made = "";

    // nearest is the point of the sweep whose mark is nearest to a place: of several lines, each has its own.
    function nearest(u, index, y) {
      let line = 0;
      if (d.shared) {
        const far = d.lines.map((l) => Math.abs(u.valToPos(l.mean[index], "y") - y));
        line = far.indexOf(Math.min(...far.filter((v) => !Number.isNaN(v))));
      }
      return index * d.each + Math.max(0, line);
    }
    function tell() {
      readout.textContent = hovered === null || hovered === undefined ? d.idle : d.texts[hovered];
    }
    return {
      setData(next) {
        d = next;
        // Other lines or units need other axes.
        const shape = JSON.stringify([d.choice, d.shared, d.unit, d.values.length, d.lines.map((l) => [l.unit, l.theory.length])]);
        if (made !== "" && made !== shape) chart.drop();
        made = shape;
        chart.set([Array.from(d.x), ...d.lines.flatMap((l) => [known(l.mean), l.theory.length > 0 ? known(l.theory) : Array.from(d.x, () => null)])]);
        tell();
      },
      retint() { chart.retint(); },
      save(name) { chart.save(name); },
      destroy() { chart.destroy(); },
    };
  }

  globalThis.queuelabCharts = { depth, deliveries, tradeoff };
})();

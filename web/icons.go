package web

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// icons are drawn on a grid of 16.
var icons = map[string]string{
	"menu":         `<path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11"/>`,
	"share":        `<path d="M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.4-2.4a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.1 9.2a2.6 2.6 0 0 0 3.7 3.7l.9-.9"/>`,
	"theme-light":  `<circle cx="8" cy="8" r="2.8"/><path d="M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1"/>`,
	"theme-dark":   `<path d="M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z"/>`,
	"theme-system": `<circle cx="8" cy="8" r="5.6"/><path class="solid" stroke="none" d="M8 2.4a5.6 5.6 0 0 1 0 11.2z"/>`,
	"play":         `<path class="solid" d="M5 3.2v9.6L12.4 8z"/>`,
	"pause":        `<path class="solid" stroke="none" d="M4 3h3v10H4zM9 3h3v10H9z"/>`,
	"start":        `<path d="M4 3.5v9"/><path class="solid" d="M12 3.8v8.4L6.2 8z"/>`,
	"end":          `<path d="M12 3.5v9"/><path class="solid" d="M4 3.8v8.4L9.8 8z"/>`,
	"back":         `<path d="M9.8 3.8L5.6 8l4.2 4.2"/>`,
	"on":           `<path d="M6.2 3.8L10.4 8l-4.2 4.2"/>`,
	"reset":        `<path d="M3 8a5 5 0 1 0 1.6-3.7M3 2.8v2.4h2.4"/>`,
	"close":        `<path d="M4 4l8 8M12 4l-8 8"/>`,
	"shadow":       `<path d="M2.5 12.5c3.200 0 3-9 6-9s2.500 5 5 5"/><path stroke-dasharray="2 2.200" d="M5.500 13c3.500-.2 4-3.700 8-4"/>`,
	"undo":         `<path d="M5.5 3.5L2.8 6.2l2.7 2.7M3 6.2h6a3.6 3.6 0 0 1 0 7.2H6"/>`,
	"redo":         `<path d="M10.5 3.5l2.7 2.7-2.7 2.7M13 6.2H7a3.6 3.6 0 0 0 0 7.2h3"/>`,
}

const brandMark = `<svg aria-hidden="true" viewBox="0 0 24 24"><rect x="1" y="5" width="22" height="14" rx="5" fill="none" stroke="var(--edge)" stroke-width="1.6"/>` +
	`<rect x="14.5" y="8.5" width="5.5" height="7" rx="2" fill="var(--visible)"/><circle cx="8.5" cy="12" r="3" fill="var(--flight-soft)" stroke="var(--flight)" stroke-width="1.6" stroke-dasharray="2.4 1.6"/></svg>`

func icon(name string) app.UI {
	if name == "brand" {
		return app.Raw(brandMark)
	}
	return app.Raw(`<svg class="icon" aria-hidden="true" viewBox="0 0 16 16">` + icons[name] + `</svg>`)
}

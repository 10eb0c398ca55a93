package entry

// The addresses of pages to which code leads.
const (
	PlayPath   = "/play/"
	DesignPath = "/design/"
	SearchPath = "/search/"
	BoardPath  = "/conformance/"

	ClientsPath  = "/two-clients/"
	RequestsPath = "/requests/"
)

// engine is the budget of the engine of tables and of what starts it. Brotli makes a quarter less of it than
// gzip.
const engine = 1_314_000

// All is the table, in the order of the list of budgets. Pages are in that of the site map.
var All = []Entry{
	// What every page loads.
	{Name: "site", Style: "styles/site.css"},
	{Name: "theme", Script: "theme.ts"},
	{Name: "main", Script: "main.ts", Form: Shared},
	{Name: "front", Style: "styles/front.css"},
	{Name: "figures", Style: "styles/figures.css"},

	// The pages that lead to others.
	{
		Name: "home", Script: "home.ts", Form: Later, Of: "main", Style: "styles/home.css",
		Page: Page{
			Path: "/", Title: "Rowkey", Template: "templates/home.tmpl",
			About: "Design patterns for Azure Table storage, with examples that run in the page.",
		},
	},
	{Name: "guides", Style: "styles/front.css", Page: Page{
		Path: "/guides/", Title: "Guides", Template: "templates/list.tmpl",
		About: "What to know before you choose keys, and the patterns that follow from it.",
	}},
	{Name: "map", Style: "styles/front.css", Page: Page{
		Path: "/map/", Title: "Map", Template: "templates/map.tmpl",
		About: "All guides by what they're good for. Choose, and the list and the picture follow.",
	}},
	{Name: "docs", Style: "styles/front.css", Page: Page{
		Path: "/docs/", Title: "Documentation", Template: "templates/list.tmpl",
		About: "How Rowkey works, what it promises, and how to use it outside this site.",
	}},
	{Name: "board", Style: "styles/board.css", Page: Page{
		Path: BoardPath, Title: "Conformance", Template: "templates/board.tmpl",
		About: "What Rowkey and Azurite answer where sources say what Azure Table storage does.",
	}},
	{Name: "print", Style: "styles/front.css", Page: Page{
		Path: "/print/", Unlisted: true, Title: "The whole handbook", Template: "templates/print.tmpl",
		About: "Every guide in one document, for printing, reading offline and searching with the browser.",
	}},
	{Name: "missing", Style: "styles/front.css", Page: Page{
		File: "404.html", Unlisted: true, Title: "Page not found", Template: "templates/404.tmpl",
		About: "There is no page at this address.",
	}},
	{Name: "find", Style: "styles/front.css", Page: Page{
		Path: SearchPath, Unlisted: true, Title: "Search", Template: "templates/search.tmpl",
		About: "Search the guides, the docs, the glossary and the error codes.",
	}},

	// What pages load later.
	{
		Name: "live", Form: Rest, Of: "main", Style: "styles/live.css",
		What: "editor, on first touch", Limit: 11 << 10,
	},
	{
		Name: "reading", Script: "reading.ts", Form: Later, Of: "main",
		What: "aids for reading, when idle", Limit: 2_300,
	},
	{Name: "side", Script: "side.ts", Form: Later, Of: "main"},
	{Name: "ticks", Script: "ticks.ts", Form: Later, Of: "main"},
	{
		Name: "grid", Script: "lab/grid.ts", Form: Later, Of: "main", Style: "styles/grid.css",
		What: "grid, on first edit of data", Limit: 20 << 10,
	},
	{
		Name: "search", Script: "search/search.ts", Form: Later, Of: "main", Style: "styles/search.css",
		What: "search, on first use", Limit: 12 << 10,
	},
	{
		Name: "link", Script: "share/link.ts", Form: Later, Of: "main",
		What: "link to the playground", Limit: 8 << 10,
	},
	{
		Name: "offline", Script: "offline/register.ts", Form: Later, Of: "main", Files: []string{"sw.js"},
		What: "service worker, after a while", Limit: 4 << 10,
	},

	// The engines.
	{Name: "worker", Script: "worker.ts"},
	{
		Name: "engine", Form: Made, With: []string{"worker"},
		What: "engine and loader, on first run", Limit: engine,
	},
	{
		Name: "full", Form: Made, With: []string{"worker"},
		What: "full account in its place", Limit: engine + 862_000,
	},
	{
		Name: "bench", Form: Made, With: []string{"worker"},
		What: "design workbench, its program", Limit: engine + 140_000,
	},

	// What runs JavaScript examples: a document with the client, and the clients that few of them
	// use.
	{Name: "program", Script: "program/page.ts", Form: Later, Of: "main"},
	{
		Name: "frame", Form: Made, With: []string{"program"},
		What: "JavaScript examples, on first run", Limit: 40 << 10,
	},
	{
		Name: "storage", Form: Made,
		What: "queues and blobs for these", Limit: 4 << 10,
	},

	// What other sites load to show examples.
	{
		Name: "host", Form: Made, Files: []string{"embed.js"},
		What: "script for other pages", Limit: 3 << 10,
	},
	{Name: "shared", Script: "embed/shared.ts"},
	{
		Name: "embed", Script: "embed/frame.ts", Form: Shared, Style: "styles/embed.css",
		Files: []string{"embed/index.html"}, With: []string{"shared"},
		Page: Page{File: "embed/index.html", Unlisted: true, Template: "templates/embed.tmpl"},
		What: "example in another page", Limit: 18 << 10,
	},

	// The playground.
	{
		Name: "play", Script: "play/play.ts", Form: Boot, Style: "styles/play.css",
		Page: Page{
			Path: PlayPath, Title: "Playground", Template: "templates/play.tmpl",
			About: "Write tables and requests, run them in this page, and see what each one reads.",
		},
		What: "playground's own code", Limit: 142_000,
	},
	{
		Name: "later", Form: Rest, Of: "play",
		What: "what the playground loads later", Limit: 80 << 10,
	},
	{
		Name: "sandbox", Script: "play/sandbox-view.ts", Form: Later, Of: "play", Style: "styles/sandbox.css",
		What: "workspace at an address, first use", Limit: 12 << 10,
	},

	// The workbench.
	{
		Name: "design", Script: "design/design.ts", Form: Alone, Style: "styles/design.css",
		Page: Page{
			Path: DesignPath, Title: "Design workbench", Template: "templates/design.tmpl",
			About: "Write down what you ask, try it on several choices of keys, and see what each one reads.",
		},
		What: "workbench's own code", Limit: 12 << 10,
	},
	{
		Name: "own", Script: "design/own-data.ts", Form: Later, Of: "design",
		What: "design of one's own data", Limit: 2 << 10,
	},
	{
		Name: "source", Script: "design/editor.ts", Form: Later, Of: "design", Style: "styles/source.css",
		What: "editor of a design file", Limit: 116_000,
	},
	{
		Name: "form", Script: "design/form-view.ts", Form: Later, Of: "design",
		What: "form of a design file", Limit: 4 << 10,
	},
	{
		Name: "load", Script: "load/lab.ts", Form: Later, Of: "design", Style: "styles/load.css",
		What: "what plays a load there", Limit: 8 << 10,
	},

	// The page of two clients.
	{Name: "explorer", Script: "clients/inside.ts"},
	{
		Name: "clients", Script: "clients/clients.ts", Form: Alone, Style: "clients/clients.css",
		With: []string{"explorer"},
		Page: Page{
			Path: ClientsPath, Title: "Two clients, every order", Template: "ui/clients/clients.tmpl",
			About: "Run two programs on one table in every order of their requests, and see how each can end.",
		},
		What: "two clients, its page", Limit: 24 << 10,
	},

	// The page of requests, beside which rowkey serve runs an endpoint.
	{
		Name: "requests", Script: "requests.ts", Form: Shared, Style: "styles/requests-page.css", Preview: true,
		Page: Page{
			Path: RequestsPath, Unlisted: true, Title: "Requests", Template: "templates/requests.tmpl",
			About: "What reaches the local endpoint, newest first, and what it made the engine do.",
		},
	},
}

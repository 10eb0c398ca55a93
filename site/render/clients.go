package render

// ClientsURL is the address of the page that runs two clients in every order.
const ClientsURL = "/two-clients/"

// clientsFile is what a link to that page names in Markdown.
const clientsFile = "site/templates/clients.tmpl"

// Clients writes the page that runs two clients in every order.
func (s *Site) Clients() ([]byte, error) {
	return s.write("clients.tmpl", layout{
		Title: "Two clients, every order", Path: ClientsURL,
		Description: "Run two programs on one table in every order of their requests, and see how each can end.",
	})
}

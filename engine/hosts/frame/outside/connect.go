package outside

import (
	"cmp"
	"strings"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
	"github.com/rowkey/rowkey/engine/protocol"
	"github.com/rowkey/rowkey/engine/wire"
)

// connect reads what a reader has typed of an account: an address and a key, a token, a URL with one, or a
// connection string.
// https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
func connect(c *protocol.ConnectCall) protocol.Reply {
	secret := strings.TrimSpace(c.Secret)
	parts := map[string]string{}
	for part := range strings.SplitSeq(secret, ";") {
		name, value, _ := strings.Cut(part, "=")
		parts[strings.TrimSpace(name)] = strings.TrimSpace(value)
	}
	reply := &protocol.ConnectReply{}
	if parts["AccountName"] != "" || parts["TableEndpoint"] != "" {
		reply.There = named(parts, c.Address)
		reply.Token, secret = parts["SharedAccessSignature"], parts["AccountKey"]
	} else {
		address, token, _ := strings.Cut(strings.TrimSpace(c.Address), "?")
		reply.Host = address
		if strings.Contains("&"+token, "&sig=") {
			reply.Token = token
		} else if strings.Contains("&"+strings.TrimPrefix(secret, "?"), "&sig=") {
			reply.Token = secret
		}
	}
	reply.Host, reply.Token = strings.TrimRight(reply.Host, "/"), strings.TrimPrefix(reply.Token, "?")
	u := wire.SplitURL(reply.Host)
	host, _, _ := strings.Cut(u.Host, ":")
	// A browser asks nobody where a name under localhost is.
	reply.Local = full.IsLoopback(reply.Host) ||
		u.Base == "http://"+u.Host && strings.HasSuffix(host, ".localhost")
	reply.Account = cmp.Or(reply.Account, accountIn(u))
	_, err := auth.ParseKey(secret)
	switch {
	case !isAddress(u):
		reply.Wrong = "Write the address of the account's tables, such as https://NAME.table.core.windows.net."
	case reply.Token != "", secret == "" && reply.Local: // the key that every emulator has
	case err != nil:
		reply.Wrong = "Write a key of the account, a shared access signature or a connection string."
	default:
		reply.Key = secret
	}
	return reply
}

// named returns where the account of a connection string is.
func named(parts map[string]string, address string) (there protocol.There) {
	there.Account = parts["AccountName"]
	there.Queue = strings.TrimRight(parts["QueueEndpoint"], "/")
	there.Blob = strings.TrimRight(parts["BlobEndpoint"], "/")
	there.Host = cmp.Or(parts["TableEndpoint"], address)
	if parts["TableEndpoint"] == "" && there.Account != "" {
		there.Host = cmp.Or(parts["DefaultEndpointsProtocol"], "https") + "://" + there.Account + ".table." +
			cmp.Or(parts["EndpointSuffix"], "core.windows.net")
	}
	return there
}

// accountIn returns the account that an address names: in its path, as an emulator's and a sandbox's do, or
// first in its host.
func accountIn(u wire.URL) string {
	path := strings.Trim(u.Path, "/")
	if name, sandbox := strings.CutPrefix(path, "s/"); sandbox {
		path, _, _ = strings.Cut(name, "/")
	}
	first, _, _ := strings.Cut(u.Host, ".")
	return cmp.Or(path, first)
}

// isAddress reports whether something can be the address of a service.
func isAddress(u wire.URL) bool {
	scheme := strings.TrimSuffix(u.Base, "://"+u.Host)
	return (scheme == "http" || scheme == "https") && u.Host != "" && isPlain(u.Host, ".[]:-_") &&
		isPlain(u.Path, "-_/") && !strings.Contains(u.Path, "//") && u.Query == ""
}

// isPlain reports whether a text is ASCII letters, digits and some others.
func isPlain(text, others string) bool {
	return strings.Trim(text, others+"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

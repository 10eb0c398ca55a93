package main

import (
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"software.sslmate.com/src/go-pkcs12"

	"github.com/rowkey/rowkey/engine/auth"
	"github.com/rowkey/rowkey/engine/table"
	"github.com/rowkey/rowkey/site/endpoint"
)

// identityFlags are the flags of rowkey serve that say who it is, and who its callers are.
type identityFlags struct {
	cert, key, password, oauth, roles, identity string
}

// ownCertificate is the value of -cert for a certificate that the server makes itself.
const ownCertificate = "auto"

// trusting are the variables with which programs in Go, JavaScript and Python trust an authority.
var trusting = []string{"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE"}

// usualIdentity is the value of -identity if it isn't given.
const usualIdentity = "127.0.0.1:10005"

func (f *identityFlags) define(flags *flag.FlagSet) {
	flags.StringVar(&f.cert, "cert", "", "the `file` of the endpoint's certificate, for https; with -key. "+
		"auto makes one, and prints whom to trust")
	flags.StringVar(&f.key, "key", "", "the `file` of the certificate's key")
	flags.StringVar(&f.password, "pwd", "", "the `password` of a certificate in a .pfx file, which has its key")
	flags.StringVar(&f.oauth, "oauth", "", "basic accepts bearer `tokens` over https, without looking at who "+
		"has signed them")
	flags.StringVar(&f.roles, "role", "", "the `roles` of a bearer token that names none, separated by commas; "+
		"the default is Storage Blob, Queue and Table Data Contributor")
	flags.StringVar(&f.identity, "identity", usualIdentity, "with -oauth, the `host:port` on this machine "+
		"where programs get tokens; empty for none")
}

// read sets the options that the flags are about.
func (f identityFlags) read(o *serveOptions) error {
	var wrong error
	o.TLS, o.authority, wrong = f.certificate(o.Folder, o.Hosts)
	problems := []error{wrong}
	o.Roles = listed(f.roles)
	if err := auth.CheckRoles(o.Roles); err != nil {
		problems = append(problems, fmt.Errorf("-role: %w", err))
	}
	local := endpoint.CheckLoopback(f.identity)
	switch o.OAuth = f.oauth == "basic"; {
	case f.oauth != "" && !o.OAuth:
		problems = append(problems, fmt.Errorf("-oauth %s: the only level is basic", f.oauth))
	case o.OAuth && f.cert == "":
		problems = append(problems, errors.New("-oauth needs https, because clients send bearer tokens over "+
			"nothing else: add -cert auto"))
	case o.Roles != nil && !o.OAuth:
		problems = append(problems, errors.New("-role needs -oauth basic"))
	case !o.OAuth && f.identity != usualIdentity && f.identity != "":
		problems = append(problems, errors.New("-identity needs -oauth basic"))
	case o.OAuth && f.identity != "" && local != nil:
		problems = append(problems, fmt.Errorf("-identity: %w", local))
	case o.OAuth:
		o.identity = f.identity
	}
	return errors.Join(problems...)
}

// certificate returns the server's certificate, nil for http. authority is set for one that the server makes.
func (f identityFlags) certificate(data string, hosts []string) (_ *tls.Config, authority string, err error) {
	if f.cert != ownCertificate {
		config, err := f.readCertificate()
		return config, "", err
	}
	if f.key != "" {
		return nil, "", errors.New("-cert auto makes its key itself: leave out -key")
	}
	parent := data
	if parent == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, "", fmt.Errorf("-cert auto: %w; or name a folder with -data", err)
		}
		parent = filepath.Join(cache, "rowkey")
	}
	var own endpoint.Certificate
	if parent, err = filepath.Abs(parent); err == nil { // programs that trust it run in other folders
		own, err = endpoint.OwnCertificate(filepath.Join(parent, "tls"), hosts, time.Now())
	}
	if err != nil {
		return nil, "", fmt.Errorf("-cert auto: %w", err)
	}
	return own.TLS, own.Authority, nil
}

// readCertificate reads a certificate and its key. Without both it returns nil.
func (f identityFlags) readCertificate() (*tls.Config, error) {
	if ext := strings.ToLower(filepath.Ext(f.cert)); ext == ".pfx" || ext == ".p12" {
		return f.readArchive()
	}
	switch {
	case f.cert == "" && f.key == "":
		return nil, nil
	case f.cert == "" || f.key == "":
		return nil, errors.New("-cert and -key need each other")
	}
	pair, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return nil, fmt.Errorf("-cert %s -key %s: %w", f.cert, f.key, unreadable(err))
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}}, nil
}

// readArchive reads a file that has a certificate, those of its authorities, and its key.
func (f identityFlags) readArchive() (*tls.Config, error) {
	if f.key != "" {
		return nil, fmt.Errorf("-cert %s has its key: leave out -key", f.cert)
	}
	archive, err := os.ReadFile(f.cert)
	if err != nil {
		return nil, fmt.Errorf("-cert: %w", unreadable(err))
	}
	key, leaf, authorities, err := pkcs12.DecodeChain(archive, f.password)
	if err != nil {
		return nil, fmt.Errorf("-cert %s -pwd …: %w", f.cert, err)
	}
	chain := tls.Certificate{PrivateKey: key, Leaf: leaf, Certificate: [][]byte{leaf.Raw}}
	for _, a := range authorities {
		chain.Certificate = append(chain.Certificate, a.Raw)
	}
	return &tls.Config{Certificates: []tls.Certificate{chain}}, nil
}

// unreadable says what to do about a file that is somebody else's: in a container, what's copied is root's.
func unreadable(err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w: only another user may read it; in a container, run as root", err)
	}
	return err
}

// startIdentity serves tokens, if the options say so.
func (s *serving) startIdentity() error {
	if s.options.identity == "" {
		return nil
	}
	port, err := net.Listen("tcp", s.options.identity)
	if err != nil {
		return fmt.Errorf("%w; choose another address with -identity, or none with -identity \"\"", err)
	}
	s.ports = append(s.ports, port)
	s.identity = &http.Server{
		Addr:              endpoint.Origin(port),
		Handler:           endpoint.Identity(func() time.Time { return timeOf(s.options.Control) }),
		ReadHeaderTimeout: endpoint.HeaderTimeout, IdleTimeout: endpoint.IdleTimeout,
	}
	go s.report(func() error { return s.identity.Serve(s.crowd.Listener(port)) })
	return nil
}

// timeOf returns the time of accounts, whose control can be nil.
func timeOf(c *endpoint.Control) time.Time {
	if c == nil {
		return time.Now()
	}
	return c.At(table.TicksOf(time.Now())).Time()
}

// announceIdentity prints what programs need to trust the endpoint, and to get tokens for it.
func (s *serving) announceIdentity() {
	out := s.console.out
	if s.options.OAuth {
		fmt.Fprintln(out, "bearer tokens are accepted, no matter who signed them")
	}
	if s.identity != nil {
		fmt.Fprintf(out, "programs with DefaultAzureCredential get theirs if they run with\n"+
			"  IDENTITY_ENDPOINT=%s%s\n  IDENTITY_HEADER=%s\n",
			s.identity.Addr, endpoint.IdentityPath, endpoint.IdentityHeader)
	}
	if file := s.options.authority; file != "" {
		fmt.Fprintf(out, "the certificate is good for programs that trust %s; for one run, with\n", file)
		for _, name := range trusting {
			fmt.Fprintf(out, "  %s=%s\n", name, file)
		}
	}
}

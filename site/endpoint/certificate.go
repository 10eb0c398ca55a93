package endpoint

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// AuthorityFile is the file in a certificate's folder that clients need to trust.
const AuthorityFile = "authority.pem"

const (
	certificateFile = "certificate.pem"
	keyFile         = "key.pem"

	validity  = 397 * 24 * time.Hour // the longest that browsers accept
	renewedAt = 14 * 24 * time.Hour  // before its end, a certificate is made anew
)

// Certificate is a certificate for this machine, and the authority that has signed it.
type Certificate struct {
	TLS       *tls.Config
	Authority string // the path of its certificate, in PEM
}

// OwnCertificate returns the certificate of a server that has these names besides localhost and the loopback
// addresses. It's kept in a folder below parent, one for each set of names, and made if it isn't there or
// about to expire. The authority's key is never stored, so if you trust it, you trust one certificate.
func OwnCertificate(parent string, names []string, now time.Time) (Certificate, error) {
	names = append([]string{"localhost"}, slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return name == "*" || name == "localhost"
	})...)
	folder := filepath.Join(parent, folderOf(names))
	c, err := readOwn(folder, now)
	if err == nil {
		return c, nil
	}
	if err = makeOwn(parent, folder, names, now); err == nil {
		c, err = readOwn(folder, now)
	}
	if err != nil {
		return Certificate{}, fmt.Errorf("certificate: %w", err)
	}
	return c, nil
}

// makeOwn makes the folder of a certificate, unless another server is faster.
func makeOwn(parent, folder string, names []string, now time.Time) error {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return err
	}
	made, err := os.MkdirTemp(parent, "new-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(made) }()
	if err := writeOwn(made, names, now); err != nil {
		return err
	}
	if os.Rename(made, folder) == nil {
		return nil
	}
	if _, err := readOwn(folder, now); err == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(folder), os.Rename(made, folder)) // what is there can't be used
}

// folderOf returns the name of the folder for a set of names.
func folderOf(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	slices.Sort(names)
	sum := sha256.Sum256([]byte(strings.Join(names, " ")))
	return hex.EncodeToString(sum[:8])
}

// readOwn reads a certificate. It fails if the certificate isn't valid until some time from now on.
func readOwn(folder string, now time.Time) (Certificate, error) {
	pair, err := tls.LoadX509KeyPair(filepath.Join(folder, certificateFile), filepath.Join(folder, keyFile))
	if err != nil {
		return Certificate{}, err
	}
	c := Certificate{&tls.Config{Certificates: []tls.Certificate{pair}}, filepath.Join(folder, AuthorityFile)}
	authority, err := os.ReadFile(c.Authority)
	if err != nil {
		return c, err
	}
	trusted := x509.NewCertPool()
	trusted.AppendCertsFromPEM(authority)
	_, err = pair.Leaf.Verify(x509.VerifyOptions{
		Roots: trusted, DNSName: "localhost", CurrentTime: now.Add(renewedAt),
	})
	return c, err
}

// writeOwn makes an authority and a certificate, and writes both and the certificate's key.
func writeOwn(folder string, names []string, now time.Time) error {
	root, rootKey, err := template("Rowkey, for tests on this machine only", now)
	if err != nil {
		return err
	}
	root.IsCA, root.BasicConstraintsValid, root.MaxPathLenZero = true, true, true
	root.KeyUsage = x509.KeyUsageCertSign
	leaf, leafKey, err := template(names[0], now)
	if err != nil {
		return err
	}
	leaf.KeyUsage = x509.KeyUsageDigitalSignature
	leaf.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	leaf.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			leaf.IPAddresses = append(leaf.IPAddresses, ip)
			continue
		}
		leaf.DNSNames = append(leaf.DNSNames, name, "*."+name)
		for _, s := range [...]string{"table", "queue", "blob"} { // contoso.table.localhost
			leaf.DNSNames = append(leaf.DNSNames, "*."+s+"."+name)
		}
	}
	rootBytes, err := x509.CreateCertificate(rand.Reader, root, root, rootKey.Public(), rootKey)
	if err != nil {
		return err
	}
	leafBytes, err := x509.CreateCertificate(rand.Reader, leaf, root, leafKey.Public(), rootKey)
	if err != nil {
		return err
	}
	keyBytes, err := x509.MarshalPKCS8PrivateKey(leafKey)
	if err != nil {
		return err
	}
	return errors.Join(
		writePEM(filepath.Join(folder, AuthorityFile), "CERTIFICATE", rootBytes),
		writePEM(filepath.Join(folder, certificateFile), "CERTIFICATE", leafBytes),
		writePEM(filepath.Join(folder, keyFile), "PRIVATE KEY", keyBytes),
	)
}

// template returns what every certificate has, and a new key.
func template(name string, now time.Time) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, nil, err
	}
	return &x509.Certificate{
		SerialNumber: serial,
		Subject:      pkix.Name{Organization: []string{"Rowkey"}, CommonName: name},
		NotBefore:    now.Add(-time.Hour), NotAfter: now.Add(validity),
	}, key, nil
}

func writePEM(path, kind string, bytes []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600)
}

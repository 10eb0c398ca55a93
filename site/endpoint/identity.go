package endpoint

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/rowkey/rowkey/engine/auth"
)

// IdentityPath is where Identity answers.
const IdentityPath = "/token"

// IdentityHeader is the value of the header that its clients send, which no page of another origin can.
const IdentityHeader = "rowkey"

// identityObject is who the tokens speak for.
const identityObject = "726f776b-6579-4000-8000-000000000002"

// tokenLife is how long a token is valid, as in Azure.
const tokenLife = 24 * time.Hour

// Identity gives bearer tokens to programs on this machine, as App Service does to those that run there, so
// that DefaultAzureCredential finds one. Nobody signs them: an account takes them only with OAuth.
// https://learn.microsoft.com/azure/app-service/overview-managed-identity#rest-endpoint-reference
func Identity(now func() time.Time) http.Handler {
	answer := func(w http.ResponseWriter, status int, body any) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body) // the client may be gone
	}
	refuse := func(w http.ResponseWriter, status int, message string) {
		answer(w, status, map[string]any{"statusCode": status, "message": message})
	}
	return NewHosts(nil).Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		resource := r.URL.Query().Get("resource")
		switch {
		case r.URL.Path != IdentityPath:
			refuse(w, http.StatusNotFound, "tokens are at "+IdentityPath)
		case r.Method != http.MethodGet:
			refuse(w, http.StatusMethodNotAllowed, "send a GET")
		case r.Header.Get("X-IDENTITY-HEADER") != IdentityHeader:
			refuse(w, http.StatusUnauthorized, "the header X-IDENTITY-HEADER needs to be "+IdentityHeader)
		case resource == "":
			refuse(w, http.StatusBadRequest, "say what the token is for: ?resource="+auth.Storage)
		default:
			at := now()
			expires := at.Add(tokenLife).Unix()
			answer(w, http.StatusOK, map[string]any{
				"access_token": unsignedToken(resource, at, expires), "expires_on": strconv.FormatInt(expires, 10),
				"resource": resource, "token_type": "Bearer", "client_id": identityObject,
			})
		}
	}))
}

// unsignedToken returns a JSON Web Token that nobody has signed.
func unsignedToken(resource string, at time.Time, expires int64) string {
	audience, _ := json.Marshal(resource)    // never fails
	begun := at.Add(-5 * time.Minute).Unix() // a client's clock can be behind
	part := base64.RawURLEncoding.EncodeToString
	claims := fmt.Appendf(nil, `{"aud":%s,"iss":"https://sts.windows.net/%s/","iat":%d,"nbf":%d,"exp":%d,`+
		`"oid":"%s","tid":"%s","ver":"1.0"}`,
		audience, auth.Tenant, begun, begun, expires, identityObject, auth.Tenant)
	return part([]byte(`{"alg":"none","typ":"JWT"}`)) + "." + part(claims) + "."
}

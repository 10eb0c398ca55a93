//go:build !js

package partition

import "embed"

// Source is the model itself: results that were kept are right as long as it's the same.
//
//go:embed *.go
var Source embed.FS

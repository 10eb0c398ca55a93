package assets

import "github.com/evanw/esbuild/pkg/api"

// Options are those of modules.
func (s Source) Options() api.BuildOptions { return s.options(api.FormatESModule, nil) }

package assets

import "github.com/evanw/esbuild/pkg/api"

// Relay is the module that starts the engine for httpyac, with the loader of the toolchain in it. The
// engine of full accounts stands beside it as rowkey.wasm.
func Relay(root string) ([]byte, error) {
	start, err := loader(root)
	if err != nil {
		return nil, err
	}
	options := Source{Root: root}.options(api.FormatESModule, nil)
	options.Platform = api.PlatformNode
	options.EntryPoints = []string{"wasm/browser/beside.mjs"}
	options.Plugins = []api.Plugin{start}
	result := api.Build(options)
	if len(result.Errors) > 0 {
		return nil, problems(result.Errors)
	}
	return result.OutputFiles[0].Contents, nil
}

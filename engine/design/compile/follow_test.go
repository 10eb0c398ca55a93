package compile_test

import (
	"slices"
	"strings"

	"github.com/rowkey/rowkey/engine/design"
	"github.com/rowkey/rowkey/engine/design/compile"
	"github.com/rowkey/rowkey/engine/internal/format/jsontext"
	"github.com/rowkey/rowkey/engine/internal/format/odata"
	"github.com/rowkey/rowkey/engine/table"
)

// followed returns the requests for the originals of the entities in answers, for a plan that follows them.
func (w *world) followed(p *design.Pattern, plan *design.Plan, bodies [][]byte) (all []design.Request) {
	type entity struct {
		values func(name string) table.Value
	}
	var entities []entity
	to := plan.Follow.Place
	for _, body := range bodies {
		doc, _ := odata.ParseJSON(body)
		each := []jsontext.Value{doc}
		if strings.HasPrefix(string(body), `{"value":[`) {
			each = odata.Member(doc, "value").Array()
		}
		for _, e := range each {
			entities = append(entities, entity{func(name string) (v table.Value) {
				if text := odata.Member(e, name); text.Exists() {
					v, _ = odata.ParseText(text.String(), to.Entity.Property(name).Kind)
				}
				return v
			}})
		}
	}
	if most := plan.Follow.Most; most > 0 {
		if p.Sort != "" && (plan.Work.Sort || plan.Work.Merge) {
			slices.SortStableFunc(entities, func(a, b entity) int {
				n, _ := compile.Compare(a.values(p.Sort), b.values(p.Sort))
				if p.Newest {
					return -n
				}
				return n
			})
		}
		entities = entities[:min(len(entities), most)]
	}
	for _, e := range entities {
		if key, err := compile.Key(to, e.values); err == nil {
			all = append(all, compile.Get(to, key, plan.Follow.Select))
		}
	}
	return all
}

package figure

import (
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/rowkey/rowkey/engine/language/data"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/wire"
)

// entity is the properties of an entity by their names, as JSON without metadata has them.
type entity map[string]any

// mostEntities is how many entities of a table a figure looks into.
const mostEntities = 60

// contentOf reads a table. Data that no request has asked for yet is stored first.
func contentOf(a *sandbox.Account, d *data.Table, table string) (c content, err error) {
	if d != nil && len(a.Layout(table).Partitions) == 0 {
		a.Fill(d, sandbox.Keep)
	}
	c.layout = a.Layout(table)
	for _, l := range c.layout.Partitions {
		c.size += len(l.RowKeys)
	}
	if c.size == 0 || c.size > mostEntities {
		return c, nil
	}
	answer, err := get(a, sandbox.Host+"/"+table+"()")
	if err != nil {
		return c, err
	}
	c.entities = entitiesOf(answer.Body)
	return c, nil
}

// get sends a query.
func get(a *sandbox.Account, url string) (wire.Response, error) {
	r := wire.Request{Method: "GET", URL: url}
	r.Headers.Set("Accept", "application/json;odata=nometadata")
	answer, _, err := a.Do(r)
	if err == nil && answer.Status != 200 {
		err = fmt.Errorf("%s answers %d", url, answer.Status)
	}
	return answer, err
}

// entitiesOf are those of an answer: those of a query, or the one of a point query.
func entitiesOf(answer []byte) []entity {
	var list struct{ Value []entity }
	if json.Unmarshal(answer, &list) == nil && list.Value != nil {
		return list.Value
	}
	var one entity
	if json.Unmarshal(answer, &one) != nil || one["odata.error"] != nil || len(one) == 0 {
		return nil
	}
	return []entity{one}
}

// key is a property that is a string.
func (e entity) key(name string) string {
	s, _ := e[name].(string)
	return s
}

// shown is a value as JSON would have it: strings have quotes.
func (e entity) shown(name string) string {
	switch v := e[name].(type) {
	case nil:
		return ""
	case string:
		return `"` + v + `"`
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	default:
		return fmt.Sprint(v)
	}
}

// named are the entity's properties without keys and Timestamp.
func (e entity) named() (names map[string]bool) {
	names = map[string]bool{}
	for name := range e {
		if name != "PartitionKey" && name != "RowKey" && name != "Timestamp" {
			names[name] = true
		}
	}
	return names
}

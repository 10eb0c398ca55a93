package playground_test

import "testing"

// TestMeters compares numbers with the documented limits, for the last request that ran.
func TestMeters(t *testing.T) {
	p := open(t)
	p.fill()
	p.is(p.call("play", fields{"file": "a.http", "text": "GET {{host}}/Orders()?$filter=PartitionKey eq 'a'\n"}),
		"steps.0.meters.#.label", `["Largest entity","Properties of an entity","Entities in the page",`+
			`"Size of the page","A partition's target"]`)
	// The service's own formula: 4, and 2 for each character of the keys; 8 for a property, 2 for each
	// character of its name, and its value.
	r := p.call("play", fields{"file": "b.http", "text": "# @transaction t\nPOST {{host}}/Orders\n" +
		"Content-Type: application/json\n\n" +
		`{"PartitionKey":"ab","RowKey":"c","A":"5","A@odata.type":"Edm.Int64"}` + "\n\n###\n" +
		"# @transaction t\nPOST {{host}}/Orders\nContent-Type: application/json\n\n" +
		`{"PartitionKey":"ab","RowKey":"d","Text":"xyz","B":true,"C":1}` + "\n"})
	last := r.Get("steps").Array()[len(r.Get("steps").Array())-1]
	p.is(last, `meters.#(label="Operations in the transaction").value`, "2")
	p.is(last, `meters.#(label="A partition's target").limit`, "2000")
	const insert = "POST {{host}}/Orders\nContent-Type: application/json\n\n"
	r = p.call("play", fields{"file": "c.http", "text": insert +
		`{"PartitionKey":"ab","RowKey":"e","A":"5","A@odata.type":"Edm.Int64"}` + "\n"})
	p.is(r, `steps.0.meters.#(label="Largest entity").value`, "28")
	p.is(r, `steps.0.meters.#(label="Properties of an entity").value`, "1")
}

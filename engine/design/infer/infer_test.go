package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rowkey/rowkey/engine/design/command"
	"github.com/rowkey/rowkey/engine/design/infer"
	"github.com/rowkey/rowkey/engine/language/sandbox"
	"github.com/rowkey/rowkey/engine/language/sandbox/full"
)

// table is a csv file: rows are made of a format and the number of the row.
func table(name, header string, n int, row func(i int) string) sandbox.File {
	lines := []string{header}
	for i := range n {
		lines = append(lines, row(i))
	}
	return sandbox.File{Name: name, Text: strings.Join(lines, "\n") + "\n"}
}

func hours(i int) string {
	return time.Date(2026, 1, 5, i, 0, 0, 0, time.UTC).Format("2006-01-02T15:04:05.000Z")
}

func script(requests ...string) sandbox.File {
	return sandbox.File{Name: "a.http", Text: strings.Join(requests, "\n\n") + "\n"}
}

func get(name, target string) string {
	title := strings.ReplaceAll(name, "_", " ")
	return "### " + title + "\n# @name " + name + "\nGET {{host}}/" + target
}

const third = "Orders(PartitionKey='customer-0003',RowKey='000003_2026-01-05')"

var (
	orders = table("Orders.csv",
		"PartitionKey,RowKey,Customer,Number:Int32,Placed:DateTime,Total:Double,Open:Boolean", 120,
		func(i int) string {
			at := hours(i)
			return fmt.Sprintf("customer-%04d,%06d_%s,%04d,%d,%s,%d.5,%t",
				i%8, i, at[:10], i%8, i, at, i, i%2 == 0)
		})

	ordersAsked = script(
		get("one", third),
		get("of_customer", "Orders()?$filter=PartitionKey eq 'customer-0003'&$select=Total,Open"),
		get("the_same", "Orders()?$filter=PartitionKey eq 'customer-0004'&$select=Total,Open"),
		get("first", "Orders()?$filter=PartitionKey eq 'customer-0003'&$top=5"),
		get("some", "Orders()?$filter=PartitionKey eq 'customer-0003' and "+
			"RowKey ge '000010' and RowKey lt '000090'"),
		get("open", "Orders()?$filter=Open and not (Total lt 20.0)"),
		get("day", "Orders()?$filter=Placed ge datetime'2026-01-06T00:00:00Z' and "+
			"Placed lt datetime'2026-01-07T00:00:00Z'"),
		get("two", "Orders()?$filter=Customer eq '0001' or Customer eq '0002'"),
		get("or", "Orders()?$filter=Customer eq '0001' or Total gt 5.0"),
		get("nobody", "Orders()?$filter=Nobody eq 'x'"),
		get("refused", "Orders()?$filter=Customer eq"),
		"### A note\n# @name note\nPATCH {{host}}/"+third+"\nIf-Match: *\n\n"+
			`{"Open": false, "Note": "x"}`,
		"### New\n# @name book\nPOST {{host}}/Orders\n\n"+
			`{"PartitionKey": "customer-0003", "RowKey": "000999_2026-01-05"}`,
	)

	// shop has orders with their lines in a partition each.
	shop = table("Shop.csv", "PartitionKey,RowKey,Customer,Placed:DateTime,Sku,Quantity:Int32", 30,
		func(i int) string {
			rows := []string{fmt.Sprintf("order-%d,order,customer-%d,%s,,", 1001+i, i%7, hours(i))}
			for n := range 1 + i%3 {
				rows = append(rows, fmt.Sprintf("order-%d,line-000%d,,,sku-%d,%d", 1001+i, n+1, i*n%11, n+1))
			}
			return strings.Join(rows, "\n")
		})

	shopAsked = script(
		get("head", "Shop(PartitionKey='order-1003',RowKey='order')"),
		get("whole_order", "Shop()?$filter=PartitionKey eq 'order-1003'"),
		get("only_lines", "Shop()?$filter=PartitionKey eq 'order-1003' and "+
			"RowKey ge 'line-' and RowKey lt 'line.'"),
		get("by_sku", "Shop()?$filter=Sku eq 'sku-2'"),
		"### Add\n# @name add_line\nPOST {{host}}/Shop\n\n"+
			`{"PartitionKey": "order-1003", "RowKey": "line-0009", "Sku": "sku-2", "Quantity": 1}`,
	)

	// users have what belongs to them, told apart by a property.
	users = table("Users.csv", "PartitionKey,RowKey,EntityType,Email,Name,Provider,Role", 20,
		func(i int) string {
			provider := []string{"fabrikam", "contoso"}[i%2]
			role := []string{"admin", "reader", "reader"}[i%3]
			return fmt.Sprintf("u%[1]d,profile,User,u%[2]d@example.com,Name %[2]d,,\n"+
				"u%[1]d,login-%[3]s,UserLogin,,,%[3]s,\nu%[1]d,role-%[4]s,UserRole,,,,%[4]s",
				100+i, i, provider, role)
		})

	// staff are departments with their employees, in a partition each.
	staff = table("Employees.csv", "PartitionKey,RowKey,Head,Budget:Int32,FirstName,LastName,Email", 2,
		func(d int) string {
			name := []string{"Sales", "Marketing"}[d]
			rows := []string{fmt.Sprintf("%s,department,%d00001,%d000,,,", name, d, d+5)}
			for i := range 12 {
				rows = append(rows, fmt.Sprintf("%s,%06d,,,First%d,Last%d,e%d%d@example.com",
					name, d*100+i, i, i%5, d, i))
			}
			return strings.Join(rows, "\n")
		})

	events = table("Events.csv", "PartitionKey,RowKey,Value:Int32", 60, func(i int) string {
		return fmt.Sprintf("panel-%d,%s_%d,%d", 10+i%3, inverted(i), 1000+i, i)
	})

	seats = table("Seats.csv", "PartitionKey,RowKey,Free", 5, func(d int) string {
		rows := ""
		for i := range 6 {
			rows += fmt.Sprintf("room-%d,%05d,%t\n", d, i, i%2 == 0)
		}
		return strings.TrimSuffix(rows, "\n")
	})

	pasted = table("orders.csv", "Number,Customer,Placed,Total,Paid", 400, func(i int) string {
		at := time.Date(2026, 1, 5, 0, i*15, 0, 0, time.UTC).Format(time.RFC3339)
		return fmt.Sprintf("%d,customer-%d,%s,%d,%t", 1000+i, i*i/400%20, at, i*7%90, i%3 == 0)
	})
)

// inverted is a time that is counted backwards.
func inverted(minutes int) string {
	return fmt.Sprint(3_155_378_975_999_999_999 - (639_031_680_000_000_000 + minutes*600_000_000))
}

func described(t *testing.T, files ...sandbox.File) *infer.Described {
	t.Helper()
	d, err := infer.Files(full.Sandbox(), files)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

var cases = []struct {
	name  string
	files []sandbox.File
	want  []string // lines
	not   string   // what no line has
	notes []string
}{
	{
		"a script", []sandbox.File{ordersAsked, orders},
		[]string{
			"Order:", "count: 121", "Total: {type: double, min: 0.5, max: 119.5}", "Number: int32",
			`one: {of: Order, where: "Customer = ? and Number = ? and Placed in day ?", rate: 1/m}`,
			`of customer: {of: Order, where: "Customer = ?", select: [Total, Open], rate: 1/m}`,
			`first: {of: Order, where: "Customer = ?", sort: Number, limit: 5, rate: 1/m}`,
			`some: {of: Order, where: "Customer = ? and Number between ? and ?", rate: 1/m}`,
			`open: {of: Order, where: "Open = true and Total >= ?", rate: 1/m}`,
			`day: {of: Order, where: "Placed in day ?", rate: 1/m}`,
			`two: {of: Order, where: "Customer in (?, ?)", rate: 1/m}`,
			`note: {update: Order, where: "Customer = ? and Number = ? and Placed in day ?", ` +
				"set: [Open, Note], rate: 1/m}",
			`or: {of: Order, where: "Customer = ?", rate: 1/m}`,
			`or2: {of: Order, where: "Total > ?", rate: 1/m}`,
			"book: {insert: Order, rate: 1/m}",
			`Order: {PartitionKey: "customer-{Customer}", RowKey: "{Number:6}_{Placed:yyyy-MM-dd}"}`,
		},
		"the same", []string{
			"“or” has an or, so it's a question for each side.",
			"“nobody” isn't a question here: Order has no property Nobody.",
		},
	},
	{
		"times in keys", []sandbox.File{events, script(
			get("latest", "Events()?$filter=PartitionKey eq 'panel-10'&$top=10"),
			get("since", "Events()?$filter=PartitionKey eq 'panel-10' and RowKey lt '"+inverted(40)+"'"),
		)},
		[]string{
			"At: {type: datetime, every: 1m, from: 2026-01-05T00:00:00Z}",
			`Panel: {type: string, values: 3, pattern: "##"}`,
			`latest: {of: Event, where: "Panel = ?", sort: At desc, limit: 10, rate: 1/m}`,
			`since: {of: Event, where: "Panel = ? and At > ?", rate: 1/m}`,
			`Event: {PartitionKey: "panel-{Panel}", RowKey: "{At:inverted}_{Row}"}`,
		}, "RowKey = ", nil,
	},
	{
		"keys that tell entities apart together", []sandbox.File{seats},
		[]string{
			"unique: [Room, Row]", `Room: {type: string, values: 5, pattern: "#"}`,
			`Seat: {PartitionKey: "room-{Room}", RowKey: "{Row}"}`,
		}, "skew", nil,
	},
	{
		"few entities", []sandbox.File{
			{Name: "Tickets.csv", Text: "PartitionKey,RowKey,Assignee\n" +
				"contoso,2026-01-05T08:00:00Z_1,ana\ncontoso,2026-01-05T09:30:00Z_2,ben\n" +
				"contoso,2026-01-05T10:00:00Z_3,ana\n"},
			script(get("day", "Tickets()?$filter=RowKey ge '2026-01-05' and RowKey lt '2026-01-06'")),
		},
		[]string{
			"Assignee: {type: string, values: 2}",
			`day: {of: Ticket, where: "At in day ?", rate: 1/m}`,
			`Ticket: {PartitionKey: "contoso", RowKey: "{At:iso}_{Row}"}`,
		}, "skew", nil,
	},
	{
		"a table without requests", []sandbox.File{orders},
		[]string{
			`a partition: {of: Order, where: "Customer = ?", rate: 1/m}`,
			"write: {insert: Order, rate: 1/m}",
		}, "table:", nil,
	},
	{
		"an order and its lines", []sandbox.File{shopAsked, shop},
		[]string{
			"count: 30", "count: 61", "unique: [Order, Line]", "Order: {of: Order.Order}",
			`Line: {type: string, values: 4, pattern: "####"}`,
			`head: {of: Order, where: "Order = ?", rate: 1/m}`,
			`whole order: {of: [Order, Line], where: "Order = ?", rate: 1/m}`,
			`only lines: {of: Line, where: "Order = ?", rate: 1/m}`,
			`by sku: {of: Line, where: "Sku = ?", rate: 1/m}`,
			"add line: {insert: Line, rate: 1/m}",
			`Order: {table: Shop, PartitionKey: "order-{Order}", RowKey: "order"}`,
			`Line: {table: Shop, PartitionKey: "order-{Order}", RowKey: "line-{Line}"}`,
		}, "Partition =", nil,
	},
	{
		"a property names the types", []sandbox.File{users, script(
			get("account", "Users()?$filter=PartitionKey eq 'u103'"),
			get("admins", "Users()?$filter=EntityType eq 'UserRole' and Role eq 'admin'"),
		)},
		[]string{
			"User:", "UserLogin:", "UserRole:",
			`account: {of: [User, UserLogin, UserRole], where: "Partition = ?", rate: 1/m}`,
			`admins: {of: UserRole, where: "Role = ?", rate: 1/m}`,
			`User: {table: Users, PartitionKey: "{Partition}", RowKey: "profile"}`,
			`UserLogin: {table: Users, PartitionKey: "{Partition}", RowKey: "login-{Provider}"}`,
			`UserRole: {table: Users, PartitionKey: "{Partition}", RowKey: "role-{Role}"}`,
		}, "EntityType", nil,
	},
	{
		"a department and its employees", []sandbox.File{staff},
		[]string{
			"count: 2", "count: 24",
			`all of Employees: {of: [Department, Employee], where: "Partition = ?", rate: 1/m}`,
			`Department: {table: Employees, PartitionKey: "{Partition}", RowKey: "department"}`,
			`Employee: {table: Employees, PartitionKey: "{Partition}", RowKey: "{Row}"}`,
		}, "Thing", nil,
	},
	{
		"optional properties and a status", []sandbox.File{table("Orders.csv",
			"PartitionKey,RowKey,Type,Name,Total:Int32,ShippedAt:DateTime,Note,Phone", 40,
			func(i int) string {
				row := fmt.Sprintf("c%d,open-%d,open,Name %d,%d,", i%4, 1000+i, i, i)
				if i%2 == 0 {
					row = fmt.Sprintf("c%d,done-%d,shipped,Name %d,%d,%s", i%4, 1000+i, i, i, hours(i))
				}
				return row + []string{",,x", ",a note,x", ",,"}[min(1, i%5)-min(1, i%7)+1]
			})},
		[]string{"count: 40"}, "table:", nil,
	},
	{
		"a spreadsheet", []sandbox.File{pasted},
		[]string{
			"# Described from orders.csv: 400 rows.", "Order:", "count: 400", "Number: int32",
			`Customer: {type: string, values: 20, skew: zipf 0.4}`,
			"Placed: {type: datetime, every: 15m, from: 2026-01-05T00:00:00Z}",
			"Total: {type: int32, values: 90}", "Paid: boolean",
			`one: {of: Order, where: "Number = ?", rate: 1/m}`,
			`newest: {of: Order, where: "Customer = ?", sort: Placed desc, limit: 10, rate: 1/m}`,
			`of a day: {of: Order, where: "Placed in day ?", rate: 1/m}`,
			`by customer: {Order: {PartitionKey: "{Customer}", RowKey: "{Number:4}"}}`,
		}, "table:", nil,
	},
	{
		"JSON with keys", []sandbox.File{{Name: "x.json",
			Text: `[{"PartitionKey":"a","RowKey":"1","Size":1.5},` +
				`{"PartitionKey":"b","RowKey":"2","Size":-2}]`}},
		[]string{`Imported: {table: Imported, PartitionKey: "{Partition}", RowKey: "{Row}"}`}, "by ", nil,
	},
	{
		"odd texts", []sandbox.File{
			{Name: "Few.csv", Text: "PartitionKey,RowKey\na,1\n"},
			{Name: "Entries.csv", Text: "PartitionKey,RowKey,Data:Binary,\"Note\"\n" +
				"{a},\"x \"\"y\"\" #1\",AAEC,\"a: b\"\n{b},2,AAED,\n"},
		},
		[]string{`Entry: {table: Entries, PartitionKey: "{Partition}", RowKey: "{Row}"}`}, "Thing", nil,
	},
	{
		"data with templates", []sandbox.File{{Name: "Staff.csv",
			Text: "PartitionKey,RowKey,LastName,Age:Int32\nSales,000377,Marin,52\n" +
				"# 3 times\nSales,{{$index}},Jones,34\n"}},
		[]string{"count: 4"}, "times", nil,
	},
	{
		"JSON without keys", []sandbox.File{{Name: "events.json",
			Text: `[{"id":"a","at":"2026-01-05","size":1.5,"tags":["x"]},` +
				`{"id":"b","at":"2026-01-06","size":-2,"tags":[]}]`}},
		[]string{"Event:", "at: {type: datetime, every: 1d, from: 2026-01-05T00:00:00Z}"}, "table:",
		[]string{"tags: 2 values are objects or lists, and stored as JSON in a String."},
	},
	{
		"rows that nothing tells apart",
		[]sandbox.File{{Name: "nothing special.csv", Text: "a b;c\n1;x\n1;x\n2;x\n"}},
		[]string{"NothingSpecial:"}, "table:", []string{
			`"a b" becomes aB, because a name is a letter or _, then letters, digits and _.`,
		},
	},
	{
		"transactions, lists and sequences", []sandbox.File{
			table("Shop.csv", "PartitionKey,RowKey,Number:Int32,Tags,Sku", 24, func(i int) string {
				if i%3 == 0 {
					return fmt.Sprintf("order-%03d,order,%d,\"%s,%s\",", i/3, 7*i, []string{"red", "blue"}[i%2],
						[]string{"big", "small", "odd"}[i/3%3])
				}
				return fmt.Sprintf("order-%03d,line-%02d,%d,,S%d", i/3, i%3, i%3, i%5)
			}), script("### Place\n# @transaction place\nPOST {{host}}/Shop\n"+json+
				`{"PartitionKey":"order-900","RowKey":"order","Number":999,"Tags":"red,odd"}`,
				"### Its line\n# @transaction place\nPOST {{host}}/Shop\n"+json+
					`{"PartitionKey":"order-900","RowKey":"line-01","Number":1,"Sku":"S1"}`,
				"### More\n# @transaction more\nPOST {{host}}/Shop\n"+json+
					`{"PartitionKey":"order-900","RowKey":"line-02","Number":2,"Sku":"S2"}`,
				"### More\n# @transaction more\nPOST {{host}}/Shop\n"+json+
					`{"PartitionKey":"order-900","RowKey":"line-03","Number":3,"Sku":"S3"}`),
		},
		[]string{
			"Tags: {type: string, values: 5, several: 2}",
			"Number: {type: int32, per: Order}",
			"place: {insert: Order, with: {Line: 1}, rate: 1/m}",
			"more: {insert: Line, batch: 2, same: [Order], rate: 1/m}",
		}, "its line:", nil,
	},
}

// json are the headers of a body.
const json = "Content-Type: application/json\n\n"

func TestFiles(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := described(t, c.files...)
			var lines []string
			for line := range strings.Lines(d.Text) {
				lines = append(lines, strings.TrimSpace(line))
			}
			for _, want := range c.want {
				if !slices.Contains(lines, want) {
					t.Errorf("%s isn't in\n%s", want, d.Text)
				}
			}
			if strings.Contains(d.Text, c.not) {
				t.Errorf("%s is in\n%s", c.not, d.Text)
			}
			if !slices.Equal(d.Notes, c.notes) {
				t.Errorf("notes %q", d.Notes)
			}
			// What it writes has to be a design file, whatever the data.
			file := command.File{Name: "a.rowkey.yaml", Text: d.Text}
			ran := command.Run([]command.File{file}, command.Options{})
			if len(ran.Err) > 0 || len(ran.Out) == 0 {
				t.Errorf("%s\n%s", ran.Err, d.Text)
			}
		})
	}
}

func TestRefusal(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.http", "GET {{nowhere}}/Orders()\n", "a.http, line 1: "},
		{"a.http", get("all", "Orders()") + "\n", "There are no entities to describe."},
		{"a.csv", "hello world", "There are no rows with values."},
		{"a.csv", "Name,Town", "There are no rows with values."},
		{"a.csv", "Name,Town\n,\n", "There are no rows with values."},
		{"a.json", "[]", "There are no rows with values."},
	} {
		_, err := infer.Files(full.Sandbox(), []sandbox.File{{Name: c.name, Text: c.text}})
		if r, ok := err.(*infer.Refusal); !ok || !strings.HasPrefix(r.Message, c.want) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	const rows = "Name,Town\nx,y\n"
	files := []sandbox.File{{Name: "a.csv", Text: rows}, {Name: "b.csv", Text: rows}}
	if _, err := infer.Files(full.Sandbox(), files); err == nil {
		t.Error("several files without keys")
	}
}

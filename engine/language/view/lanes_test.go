package view_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rowkey/rowkey/engine/language/runner"
	"github.com/rowkey/rowkey/engine/language/view"
	"github.com/rowkey/rowkey/engine/plan"
	"github.com/rowkey/rowkey/engine/trace"
)

// box is one rectangle of a path.
type box struct{ x, y, width, height int }

// drawing is a lane's picture, read back.
type drawing struct {
	width, height int
	boxes         map[string][]box // by state
}

// all returns the elements of a class, in order.
func all(n view.Node, class string) []view.Node {
	var found []view.Node
	if slices.Contains(strings.Fields(attr(n, "class")), class) {
		found = append(found, n)
	}
	for _, c := range n.Children {
		found = append(found, all(c, class)...)
	}
	return found
}

func attr(n view.Node, name string) string {
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

func words(n view.Node) string {
	out := n.Text
	for _, c := range n.Children {
		out += words(c)
	}
	return strings.ReplaceAll(out, "\u00a0", " ")
}

// readStrip reads an svg element back.
func readStrip(t tester, svg view.Node) drawing {
	t.Helper()
	d := drawing{boxes: map[string][]box{}}
	if _, err := fmt.Sscanf(attr(svg, "viewBox"), "0 0 %d %d", &d.width, &d.height); err != nil {
		t.Fatalf("viewBox %q", attr(svg, "viewBox"))
	}
	for _, path := range svg.Children {
		d.boxes[attr(path, "class")] = readPath(t, attr(path, "d"))
	}
	return d
}

// readPath follows the pen: m moves, and v h v draws a box upwards; l is the stroke of a deletion.
func readPath(t tester, d string) []box {
	t.Helper()
	var boxes []box
	x, y := 0, 0
	for _, part := range strings.Split(strings.TrimSuffix(d, "z"), "z") {
		var dx, dy, up, across, down int
		if strings.HasPrefix(part, "l") {
			continue
		}
		part = strings.NewReplacer("m", "", "v", " ", "h", " ", "-", " -").Replace(part)
		if _, err := fmt.Sscan(part, &dx, &dy, &up, &across, &down); err != nil || up != -down {
			t.Fatalf("path part %q: %v", part, err)
		}
		x, y = x+dx, y+dy
		boxes = append(boxes, box{x, y + up, across, down})
	}
	return boxes
}

// scan is a query of a table without a name that did acts.
func scan(acts ...string) runner.Step {
	s := query(plan.TableScan, "", "")
	s.Trace.Table = "T"
	record(s.Trace, acts...)
	s.Cost = s.Trace.Cost
	return s
}

func layoutOf(lanes ...trace.Lane) trace.Layout { return trace.Layout{Table: "t", Partitions: lanes} }

// TestStripGeometry has the boxes of one lane with 13 entities, one too many to show RowKeys.
func TestStripGeometry(t *testing.T) {
	n := view.Result([]runner.Step{scan("p/000001 read", "p/000002 returned", "p/000003 returned")},
		layoutOf(numbered("p", 0, 13)), view.AsWritten)
	got := readStrip(t, all(n, "lane-cells")[0])
	cell := func(i int) box { return box{2 + 24*i, 2, 20, 20} }
	want := drawing{width: 13 * 24, height: 24, boxes: map[string][]box{
		"untouched": {cell(0), cell(4), cell(5), cell(6), cell(7), cell(8), cell(9), cell(10), cell(11), cell(12)},
		"read":      {cell(1)},
		"returned":  {cell(2), cell(3)},
	}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(drawing{}, box{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSharedCell has the heights in a cell of ten entities: in proportion, but never too small to see.
func TestSharedCell(t *testing.T) {
	read := func(from, to int, act string) (acts []string) {
		for i := from; i < to; i++ {
			acts = append(acts, fmt.Sprintf("p/%06d %s", i, act))
		}
		return acts
	}
	for _, c := range []struct {
		name string
		acts []string
		want map[string]int // height of each state in the first cell, of 20
	}{
		{"untouched", nil, map[string]int{"untouched": 20}},
		{"half read", read(0, 5, "read"), map[string]int{"untouched": 20, "read": 10}},
		{"one returned", read(0, 1, "returned"), map[string]int{"untouched": 20, "returned": 8}},
		{"all read, one returned", append(read(0, 9, "read"), read(9, 10, "returned")...),
			map[string]int{"read": 12, "returned": 8}},
		{"all returned", read(0, 10, "returned"), map[string]int{"returned": 20}},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := view.Result([]runner.Step{scan(c.acts...)}, layoutOf(numbered("p", 0, 1600)), view.AsWritten)
			if got := words(all(n, "lanes-scale")[0]); got != "1 cell = 10 entities, filled to their share" {
				t.Errorf("scale: %s", got)
			}
			got := map[string]int{}
			for state, boxes := range readStrip(t, all(n, "lane-cells")[0]).boxes {
				if boxes[0].x == 2 && boxes[0].y < 24 {
					got[state] = boxes[0].height
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestStripsHoldEveryEntity draws random tables and reads the pictures back: every box is inside, none
// overlaps another of its state, and with one entity in each cell each state has the right number of
// boxes.
func TestStripsHoldEveryEntity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lanes []trace.Lane
		var acts []string
		counts := map[string]int{}
		for p := range rapid.IntRange(1, 14).Draw(t, "partitions") {
			lane := numbered(fmt.Sprintf("%02d", p), 0, rapid.IntRange(13, 60).Draw(t, "entities"))
			from := rapid.IntRange(0, len(lane.RowKeys)).Draw(t, "from")
			for i, key := range lane.RowKeys[from:] {
				act := []string{"read", "returned"}[i%2]
				acts = append(acts, lane.PartitionKey+"/"+key+" "+act)
			}
			lanes = append(lanes, lane)
		}
		n := view.Result([]runner.Step{scan(acts...)}, layoutOf(lanes...), view.AsWritten)
		shown := all(n, "lane")
		if len(shown) != min(12, len(lanes)) {
			t.Fatalf("%d lanes drawn of %d", len(shown), len(lanes))
		}
		for _, l := range shown {
			d := readStrip(t, l.Children[1])
			for state, boxes := range d.boxes {
				counts[state] += len(boxes)
				inside(t, d, boxes)
			}
		}
		if len(all(n, "lanes-scale")) == 0 && len(lanes) <= 12 {
			want := map[string]int{"read": 0, "returned": 0, "untouched": 0}
			for _, l := range lanes {
				want["untouched"] += len(l.RowKeys)
			}
			for _, a := range acts {
				_, act, _ := strings.Cut(a, " ")
				want[act]++
				want["untouched"]--
			}
			for state, n := range want {
				if counts[state] != n {
					t.Fatalf("%d boxes %s, want %d", counts[state], state, n)
				}
			}
		}
	})
}

func inside(t *rapid.T, d drawing, boxes []box) {
	t.Helper()
	seen := map[[2]int]bool{}
	for _, b := range boxes {
		if b.x < 0 || b.y < 0 || b.x+b.width > d.width || b.y+b.height > d.height || b.height <= 0 {
			t.Fatalf("%v is outside of %d by %d", b, d.width, d.height)
		}
		corner := [2]int{b.x, (b.y + b.height) / 24}
		if seen[corner] {
			t.Fatalf("%v is drawn twice", b)
		}
		seen[corner] = true
	}
}

// TestLanesChosen: of many partitions, the ones that were touched are drawn, with their neighbours.
func TestLanesChosen(t *testing.T) {
	var lanes []trace.Lane
	for i := range 30 {
		lanes = append(lanes, numbered(fmt.Sprintf("p%02d", i), 0, 2))
	}
	for _, c := range []struct {
		name, acts string
		want, rest string
	}{
		{"none", "", "p00 p01 p02 p03 p04 p05 p06 p07 p08 p09 p10 p11",
			"and 18 more partitions with 36 entities, not touched"},
		{"middle", "p20/000000 read", "p14 p15 p16 p17 p18 p19 p20 p21 p22 p23 p24 p25",
			"and 18 more partitions with 36 entities, not touched"},
		{"ends", "p00/000001 returned p29/000001 read", "p00 p01 p02 p03 p04 p05 p24 p25 p26 p27 p28 p29",
			"and 18 more partitions with 36 entities, not touched"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var acts []string
			fields := strings.Fields(c.acts)
			for i := 0; i+1 < len(fields); i += 2 {
				acts = append(acts, fields[i]+" "+fields[i+1])
			}
			n := view.Result([]runner.Step{scan(acts...)}, layoutOf(lanes...), view.AsWritten)
			var keys []string
			for _, l := range all(n, "lane-key") {
				keys = append(keys, words(l))
			}
			if got := strings.Join(keys, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if got := words(all(n, "lanes-rest")[0]); got != c.rest {
				t.Errorf("got %q, want %q", got, c.rest)
			}
		})
	}
}

// TestLanesReadWholeTable scans more partitions than are drawn: the rest is summed up.
func TestLanesReadWholeTable(t *testing.T) {
	var lanes []trace.Lane
	var acts []string
	for i := range 30 {
		lane := numbered(fmt.Sprintf("p%02d", i), 0, 2)
		lanes = append(lanes, lane)
		acts = append(acts, lane.PartitionKey+"/000000 read",
			lane.PartitionKey+"/000001 "+[]string{"read", "returned"}[i/29])
	}
	n := view.Result([]runner.Step{scan(acts...)}, layoutOf(lanes...), view.AsWritten)
	if got := words(all(n, "lane-key")[11]); got != "p29" {
		t.Errorf("the last lane drawn is %s, want p29, which gave an entity", got)
	}
	if got, want := words(all(n, "lanes-rest")[0]),
		"and 18 more partitions with 36 entities, 18 of them touched: read 36"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := len(all(n, "is-gap")); got != 1 {
		t.Errorf("%d gaps, want 1", got)
	}
}

// TestReadBeyondTouched scans more entities than a trace lists: the last ones are drawn as read too.
func TestReadBeyondTouched(t *testing.T) {
	lane := numbered("p", 0, trace.MaxTouched+5000)
	s := scan()
	for _, key := range lane.RowKeys[:trace.MaxTouched+3000] {
		record(s.Trace, "p/"+key+" read")
	}
	n := view.Result([]runner.Step{s}, layoutOf(lane), view.AsWritten)
	if got, want := words(all(n, "lane-count")[0]), "25,000 entities, read 23,000"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestOtherTable: a trace about another table marks nothing.
func TestOtherTable(t *testing.T) {
	s := scan("p/000001 returned")
	s.Trace.Table = "Other"
	n := view.Result([]runner.Step{s}, layoutOf(numbered("p", 0, 3)), view.AsWritten)
	if got, want := words(all(n, "lanes-legend")[0]), "not touched"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDeletedPartition draws a partition whose last entity is gone.
func TestDeletedPartition(t *testing.T) {
	s := write("DeleteEntity", 204, "", "q/1 deleted")
	s.Trace.Table = "t"
	n := view.Result([]runner.Step{s}, layoutOf(numbered("p", 0, 1), numbered("r", 0, 1)), view.AsWritten)
	var got []string
	for _, l := range all(n, "lane") {
		got = append(got, words(l))
	}
	want := []string{"p0000001 entity, not touched", "q1 deleted0 entities, deleted 1",
		"r0000001 entity, not touched"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestOneScale: the lanes of a picture have one width, so that their lengths can be compared.
func TestOneScale(t *testing.T) {
	n := view.Result([]runner.Step{scan()}, layoutOf(
		numbered("a", 0, 14), numbered("b", 0, 700), numbered("c", 0, 1)), view.AsWritten)
	var widths []string
	for _, svg := range all(n, "lane-cells") {
		widths = append(widths, attr(svg, "width")+" of "+strconv.Itoa(readStrip(t, svg).width))
	}
	if len(widths) != 3 || widths[0] != widths[1] || widths[1] != widths[2] {
		t.Errorf("widths %v", widths)
	}
}

// TestLargeTablesStaySmall: a picture of 100,000 entities takes no more bytes than one of a few.
func TestLargeTablesStaySmall(t *testing.T) {
	const bound = 16 << 10
	var spread []trace.Lane
	for i := range 1000 {
		spread = append(spread, numbered(fmt.Sprintf("%04d", i), 0, 100))
	}
	for name, layout := range map[string]trace.Layout{
		"one partition":    layoutOf(numbered("p", 0, 100_000)),
		"1,000 partitions": layoutOf(spread...),
		"100,000": layoutOf(slices.Repeat([]trace.Lane{{PartitionKey: "p", RowKeys: []string{"r"}}},
			100_000)...),
	} {
		s := scan()
		s.Response.Body = []byte(`{"value":[` + strings.Repeat(`{"PartitionKey":"p","RowKey":"r","Text":"`+
			strings.Repeat("x", 100)+`"},`, 999) + `{}]}`)
		html := view.Result([]runner.Step{s}, layout, view.AsWritten).AppendHTML(nil)
		if len(html) > bound {
			t.Errorf("%s: %d bytes, want at most %d", name, len(html), bound)
		}
	}
}

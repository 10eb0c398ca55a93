package ask_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rowkey/rowkey/engine/language/script"
	"github.com/rowkey/rowkey/site/render/fence"
	"github.com/rowkey/rowkey/site/render/rendertest"
)

const question = "```ask\nHow many will `this`\nread?\n- 1\n* 9 <or> so\n- 5,000\n" +
	"= nine: cost.entitiesRead == 9\nThe city is tested\nafter the read.\n```\n"

// proving returns the examples of a body, of which the first is a proof.
func proving(body string) []fence.Example {
	guess := &fence.Guess{
		Read: 9, Sentence: "Range query: read 9 of 5,000 entities, returned 2",
		Others: []fence.Other{{Way: "a range query", Read: 2}, {Way: "a table scan", Read: 5000}},
	}
	meets := func(text string) (fence.Evidence, error) {
		switch text {
		case "cost.entitiesRead == 9":
			return fence.Evidence{OK: true, Sentence: "reads exactly 9 entities"}, nil
		case "rows == 9":
			return fence.Evidence{Got: "1"}, nil
		}
		return fence.Evidence{}, errors.New("not an expectation")
	}
	measures := map[string]fence.Measure{"nine": {Guess: guess, Meets: meets}}
	fences := script.Fences(strings.Repeat("\n", 7) + body)
	return []fence.Example{{Name: "nine", Title: "Nine", Fences: fences, Status: "Done", Measures: measures}}
}

func TestAsk(t *testing.T) {
	const before = `<legend>How many will <code>this</code> read?</legend>` + "\n" +
		`<label><input type="radio" name="ask-1"> 1</label>` + "\n" +
		`<label><input type="radio" name="ask-1" class="right"> 9 &lt;or&gt; so</label>` + "\n" +
		`<label><input type="radio" name="ask-1"> 5,000</label>` + "\n" +
		`<div class="ask-said" role="status"><p><strong class="ask-yes">Right.</strong> ` +
		`<strong class="ask-no">Not quite: 9 &lt;or&gt; so.</strong> The city is tested after the read.`
	const request = "```http\nGET /\n```\n"
	tests := map[string]struct{ body, want string }{
		"a prediction": {
			question + "\n" + request,
			`<fieldset class="ask is-first">` + before + "</p></div>\n</fieldset>\n",
		},
		"a question": {
			question + "\nText\n\n" + request,
			`<fieldset class="ask">` + before +
				` <a class="ask-proof" href="#nine">“Nine” reads exactly 9 entities.</a>` + "</p></div>\n</fieldset>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			d, err := rendertest.Body(t, test.body, proving(test.body)...)
			if err != nil {
				t.Fatal(err)
			}
			got, _, _ := strings.Cut(string(d.HTML), "</fieldset>\n")
			if diff := cmp.Diff(test.want, got+"</fieldset>\n"); diff != "" {
				t.Errorf("HTML (-want +got):\n%s", diff)
			}
			if d.Form.Words > 1 {
				t.Errorf("%d words; a question isn't prose", d.Form.Words)
			}
		})
	}
}

// TestAskReads: without answers of its own, a question has those of the plans.
func TestAskReads(t *testing.T) {
	tests := map[string]struct{ inside, question, because string }{
		"alone": {"= nine", "What will this read?", ""},
		"with words": {
			"Nine match.\nHow many are read?\n= nine\nSo it is.", "Nine match. How many are read?", " So it is.",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			body := "```ask\n" + test.inside + "\n```\n\n```http\nGET /\n```\n"
			d, err := rendertest.Body(t, body, proving(body)...)
			if err != nil {
				t.Fatal(err)
			}
			want := "**" + test.question + "**\n\n- 2 entities\n- 9 entities\n- 5,000 entities\n\n" +
				"Answer: 9 entities. Range query: read 9 of 5,000 entities, returned 2. A range query would read 2, " +
				"a table scan would read 5,000." + test.because + "\n\n```http\nGET /\n```\n"
			if diff := cmp.Diff(want, d.Plain); diff != "" {
				t.Errorf("question (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAskReadsRefuses(t *testing.T) {
	const body = "```ask\n= nine\n```\n\n```http\nGET /\n```\n"
	tests := map[string]struct {
		guess *fence.Guess
		want  string
	}{
		"a write": {nil, `9: "nine" isn't a query that is the last request of its example, so write the answers`},
		"one other plan": {
			&fence.Guess{Read: 9, Sentence: "S", Others: []fence.Other{{Way: "a point query", Read: 1}}},
			`9: other plans of "nine" would read as much, so write the answers`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			examples := proving(body)
			m := examples[0].Measures["nine"]
			m.Guess = test.guess
			examples[0].Measures["nine"] = m
			_, err := rendertest.Body(t, body, examples...)
			if err == nil || err.Error() != rendertest.Page+":"+test.want {
				t.Errorf("got %v, want %s", err, rendertest.Page+":"+test.want)
			}
		})
	}
}

func TestAskRefuses(t *testing.T) {
	const form = "8: a question is text, then two answers or more with - in front, of which the right one has *"
	tests := map[string]struct{ body, want string }{
		"no right answer": {"Q?\n- 1\n- 2\n= nine: rows == 9\nBecause.", form},
		"one answer":      {"Q?\n* 1\n= nine: rows == 9\nBecause.", form},
		"two right ones": {
			"Q?\n* 1\n* 2\n= nine: cost.entitiesRead == 9\nBecause.", "11: a question has one right answer",
		},
		"no reason": {
			"Q?\n* 1\n- 2\n= nine: rows == 9",
			"8: a question ends with its proof, = request: expectation, and with the reason in a sentence",
		},
		"untrue": {
			"Q?\n* 1\n- 2\n= nine: rows == 9\nBecause.",
			"12: the answer isn't right: expected rows == 9, got 1",
		},
		"no expectation": {"Q?\n* 1\n- 2\n= nine: rows\nBecause.", "12: not an expectation"},
		"no such request": {
			"Q?\n* 1\n- 2\n= ten: rows == 9\nB.", `12: no request with the name "ten" ran on this page`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			body := "```ask\n" + test.body + "\n```\n\n```http\nGET /\n```\n"
			_, err := rendertest.Body(t, body, proving(body)...)
			if err == nil || err.Error() != rendertest.Page+":"+test.want {
				t.Errorf("got %v, want %s", err, rendertest.Page+":"+test.want)
			}
		})
	}
}

func TestPlain(t *testing.T) {
	body := question + "\n```http\nGET /\n```\n"
	d, err := rendertest.Body(t, body, proving(body)...)
	if err != nil {
		t.Fatal(err)
	}
	want := "**How many will `this` read?**\n\n- 1\n- 9 <or> so\n- 5,000\n\n" +
		"Answer: 9 <or> so. The city is tested after the read.\n\n```http\nGET /\n```\n"
	if diff := cmp.Diff(want, d.Plain); diff != "" {
		t.Errorf("question (-want +got):\n%s", diff)
	}
}

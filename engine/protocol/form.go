package protocol

// The calls of the workbench that write: into a design file, and what comes out of it.

// FormCall writes changes into a design file, and reads it for a form. The file needn't be complete.
type FormCall struct {
	Text string `json:"text"`
	// In their order.
	Changes []FormChange `json:"changes,omitempty"`
}

// FormChange gives something in the file a value. What the file has besides stays as it is.
type FormChange struct {
	Section FormSection `json:"section"`
	// The type or the pattern; "" for a new one, whose name is the value.
	Name string `json:"name"`
	// A property of the type; with the field add, a new one.
	Property string `json:"property,omitempty"`
	// What gets the value: name, or what a form shows; "" takes the whole out.
	Field string `json:"field,omitempty"`
	// "" takes the field out.
	Value string `json:"value,omitempty"`
}

// FormSection is a section of a design file.
type FormSection string

// The sections that a form changes.
const (
	FormEntities FormSection = "entities"
	FormPatterns FormSection = "patterns"
	// It has the value.
	FormChosen FormSection = "chosen"
	// Its names are those of the prices, currency and date.
	FormPrices FormSection = "prices"
)

// FormReply is what the form shows, or what is wrong with a text that no form can read.
type FormReply interface{ Form | Wrong }

// Form is a design file with its types and its patterns.
type Form struct {
	_        bool          `is:"ok=true"`
	Text     string        `json:"text"`
	Entities []FormEntity  `json:"entities"`
	Patterns []FormPattern `json:"patterns"`
	// What a pattern can do.
	Verbs []FormChoice `json:"verbs"`
	// The sections that are still to be written. That isn't an error yet.
	Missing []string      `json:"missing"`
	Errors  []ScriptError `json:"errors"`
}

// FormChoice is a value of a field, in words.
type FormChoice struct {
	Value string `json:"value"`
	Says  string `json:"says"`
}

// FormEntity is a type. Texts are those of the file; "" if it doesn't have them.
type FormEntity struct {
	Name       string         `json:"name"`
	Line       int            `json:"line"`
	Count      string         `json:"count"`
	Properties []FormProperty `json:"properties"`
}

// FormProperty is a property.
type FormProperty struct {
	Name string `json:"name"`
	Line int    `json:"line"`
	Type string `json:"type"`
	// How many values there are, or which.
	Values string `json:"values"`
	// It has the values of another type's property.
	Refers bool `json:"refers"`
	// Types that it could have.
	Types []string `json:"types"`
}

// FormPattern is a question or a write.
type FormPattern struct {
	Name   string `json:"name"`
	Line   int    `json:"line"`
	Does   string `json:"does"`
	Entity string `json:"entity"`
	Where  string `json:"where"`
	Sort   string `json:"sort"`
	Limit  string `json:"limit"`
	Rate   string `json:"rate"`
	// Which of these it can have.
	Fields []string `json:"fields"`
	// What could be chosen.
	Entities   []string     `json:"entities"`
	Conditions []FormChoice `json:"conditions"`
	Sorts      []FormChoice `json:"sorts"`
}

// ExportCall writes what comes out at the end: files for the design that is meant.
type ExportCall struct {
	Text string `json:"text"`
}

// ExportReply is the files, or what is wrong with the design file.
type ExportReply interface{ Exported | Wrong }

// Exported are files with what they're for.
type Exported struct {
	_     bool           `is:"ok=true"`
	Files []ExportedFile `json:"files"`
	// What a CodeCall makes files with its requests of: all lines of the script.
	Script string         `json:"script"`
	Steps  []CodeStep     `json:"steps"`
	Code   []ExportedCode `json:"code"`
}

// ExportedCode is a file that a CodeCall writes, and what it's for.
type ExportedCode struct {
	Form CodeForm `json:"form"`
	Name string   `json:"name"`
	Says string   `json:"says"`
}

// ExportedFile is one of them.
type ExportedFile struct {
	Name string `json:"name"`
	Says string `json:"says"`
	Text string `json:"text"`
}

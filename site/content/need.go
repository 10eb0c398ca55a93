package content

// Need is what a reader of the map may need.
type Need struct {
	Word  string // by which guides say in their front matter that they help
	Words string // after "I need to"
}

// Needs are in the order of the map's filter, whose style sheet counts them.
var Needs = []Need{
	{"basics", "understand the basics"},
	{"find", "find it by something else"},
	{"order", "order it, or read it by time"},
	{"together", "show related things together"},
	{"change", "change it safely"},
	{"load", "take more load"},
	{"big", "store something big"},
	{"delete", "delete it, or keep a log"},
	{"cost", "know the cost, or protect it"},
}

// needWords are the words of the needs.
func needWords() (words []string) {
	for _, n := range Needs {
		words = append(words, n.Word)
	}
	return words
}

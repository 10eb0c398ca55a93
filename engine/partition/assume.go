package partition

import "github.com/rowkey/rowkey/engine/table"

// Assumptions are the numbers of the model. Default has those that the site uses.
type Assumptions struct {
	PartitionCap float64 // entities a second
	AccountCap   float64 // requests a second
	ServerCap    float64 // entities a second
	BurstTime    float64 // seconds
	ServerSpeed  float64 // entities a second
	Servers      float64
	Latency      float64 // milliseconds
	Round        float64 // seconds
	Patience     float64 // rounds
	SplitAt      float64 // percent of PartitionCap
	Splits       float64 // a round
	MoveAt       float64 // percent of ServerCap
	Moves        float64 // a round
	SplitPause   float64 // seconds
	MovePause    float64 // seconds
	Retries      float64
	RetryDelay   float64 // seconds
	RetryMost    float64 // seconds
}

// Default returns the assumptions that the site uses.
func Default() Assumptions {
	return Assumptions{
		PartitionCap: table.PartitionTarget, AccountCap: table.AccountTarget, ServerCap: 4000,
		BurstTime: 10, ServerSpeed: 16_000, Servers: 20, Latency: 5, Round: 15, Patience: 4,
		SplitAt: 75, Splits: 2, MoveAt: 75, Moves: 3,
		SplitPause: 0.5, MovePause: 1, Retries: 3, RetryDelay: 1, RetryMost: 64,
	}
}

// Where a number comes from.
const (
	published  = "the service's published targets"
	paper      = "Windows Azure Storage, SOSP 2011"
	client     = "the official JavaScript client"
	assumption = "assumption"
)

// Assumption is one number of the model.
type Assumption struct {
	Name   string // as a fence writes it
	Unit   string
	Source string // or "assumption"
	Why    string // what it does, in a sentence
	Least  float64
	Most   float64
	Value  *float64
}

// List returns every number, to show it or to change it.
func (a *Assumptions) List() []Assumption {
	return []Assumption{
		{"partition cap", "entities/s", published, "What a range takes for long, and so what one PartitionKey " +
			"takes. That the target of a partition holds for a range is an assumption.", 1, 1e6, &a.PartitionCap},
		{"account cap", "requests/s", published, "What an account takes for long, over all its tables.",
			1, 1e7, &a.AccountCap},
		{"server cap", "entities/s", assumption, "What a server takes for long from the ranges of this account " +
			"together. It has those of other customers as well.", 1, 1e7, &a.ServerCap},
		{"burst time", "s", assumption, "How much a quiet range, server or account saves up: so many seconds of " +
			"its cap. Tests in the field saw up to eight times the target for a while.", 0, 600, &a.BurstTime},
		{"server speed", "entities/s", assumption, "How fast a server works through what it has accepted. Eight " +
			"times the target of a partition.", 1, 1e7, &a.ServerSpeed},
		{"servers", "", assumption, "How many servers can have ranges of this account. A stamp has a few hundred.",
			1, 1000, &a.Servers},
		{"latency", "ms", assumption, "What a request takes besides waiting. No page promises it.",
			0, 10_000, &a.Latency},
		{"round", "s", paper, "How often the partition manager looks and acts.", 1, 3600, &a.Round},
		{"patience", "rounds", assumption, "For how many rounds a range has to be busy before it's split.",
			1, 1000, &a.Patience},
		{"split at", "% of partition cap", assumption, "Which load makes a range busy. What was refused counts.",
			1, 10_000, &a.SplitAt},
		{"splits", "a round", assumption, "How many ranges are split in a round. The paper says: a few.",
			0, 1000, &a.Splits},
		{"move at", "% of server cap", assumption, "From which load on a server gives ranges away.",
			1, 10_000, &a.MoveAt},
		{"moves", "a round", assumption, "How many ranges are moved in a round.", 0, 1000, &a.Moves},
		{"split pause", "s", assumption, "For how long the requests to a range wait while it's split. The paper " +
			"says: short.", 0, 60, &a.SplitPause},
		{"move pause", "s", assumption, "The same while it's moved.", 0, 60, &a.MovePause},
		{"retries", "", client, "How often a client sends a refused request again before it gives up.",
			0, 20, &a.Retries},
		{"retry delay", "s", client, "How long it waits before the first retry, less up to half of it by chance. " +
			"The wait doubles each time.", 0.1, 60, &a.RetryDelay},
		{"longest retry delay", "s", client, "What that wait doesn't exceed.", 0.1, 600, &a.RetryMost},
	}
}

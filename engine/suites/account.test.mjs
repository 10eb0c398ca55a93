// What the official JavaScript clients must be able to do with a whole account that answers who signs
// alone: queues, blobs, tokens, stored access policies, properties and statistics.
//
//	node --test engine/suites/account.test.mjs
//
// runs it against the endpoint of `rowkey serve`; sdk/endpoint.mjs and account/account.mjs say which
// variables it reads. Every test makes tables, queues and containers of its own.
import "./account/blobs.mjs";
import "./account/queues.mjs";
import "./account/settings.mjs";
import "./account/tokens.mjs";

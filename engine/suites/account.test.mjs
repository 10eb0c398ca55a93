// What the official JavaScript clients must be able to do with an account that has all services and requires
// signatures: queues, blobs, tokens, stored access policies, properties and statistics.
//
//	node --test engine/suites/account.test.mjs
//
// runs it against the endpoint of `rowkey serve`. sdk/endpoint.mjs and account/account.mjs describe the
// variables that it reads. Every test creates its own tables, queues and containers.
import "./account/blobs.mjs";
import "./account/copies.mjs";
import "./account/leases.mjs";
import "./account/queues.mjs";
import "./account/settings.mjs";
import "./account/tokens.mjs";

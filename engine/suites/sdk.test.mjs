// What the official JavaScript client must be able to do, against any endpoint:
//
//	ROWKEY_ENDPOINT=http://127.0.0.1:10002/devstoreaccount1 node --test engine/suites/sdk.test.mjs
//
// sdk/endpoint.mjs describes the variables that it reads. Every test creates its own tables, so that runs
// don't interfere. All themes run in one process, because loading the client takes longer than running most
// of them.
import "./sdk/access.mjs";
import "./sdk/entities.mjs";
import "./sdk/filters.mjs";
import "./sdk/keys.mjs";
import "./sdk/limits.mjs";
import "./sdk/paging.mjs";
import "./sdk/tables.mjs";
import "./sdk/transactions.mjs";
import "./sdk/types.mjs";

// What the official JavaScript client must be able to do, against any endpoint:
//
//	ROWKEY_ENDPOINT=http://127.0.0.1:10002/devstoreaccount1 node --test engine/suites/sdk.test.mjs
//
// sdk/endpoint.mjs says which variables it reads. Every test makes tables of its own, so that runs
// beside or after each other do not meet. It is one process for all themes: the client alone takes
// longer to load than most of them to run.
import "./sdk/access.mjs";
import "./sdk/entities.mjs";
import "./sdk/filters.mjs";
import "./sdk/keys.mjs";
import "./sdk/limits.mjs";
import "./sdk/paging.mjs";
import "./sdk/tables.mjs";
import "./sdk/transactions.mjs";
import "./sdk/types.mjs";

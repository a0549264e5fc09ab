import { deepEqual, equal } from "node:assert/strict";
import { placeOf, uriOf } from "./uri.ts";

Deno.test("an address leads back to what it names, whatever the names are", () => {
  for (
    const name of ["main", "@acme/team/x", "a b", "100%", "?#&", "😀", "..", "a%2Fb", "__proto__"]
  ) {
    for (const version of [undefined, 1, 12]) {
      const place = {
        kind: "data" as const,
        behavior: name,
        name,
        ...(version === undefined ? {} : { version }),
      };
      deepEqual(placeOf(uriOf(place)), place);
    }
  }
  equal(uriOf({ kind: "reports", behavior: "a", name: "b" }), "svc://reports/a/b");
});

Deno.test("what svc does not give names nothing", () => {
  const wrong = [
    "",
    "svc://data/a",
    "svc://data/a/b/c",
    "svc://data//b",
    "svc://vault/a/b",
    "file:///etc/passwd",
    "svc://data/a/b?version=0",
    "svc://data/a/b?version=1e9",
    "svc://data/a/b?version=1&x=2",
    "svc://data/a/%",
    "svc://data/a/%ff",
    `svc://data/a/${"b".repeat(3000)}`,
    "SVC://data/a/b",
    " svc://data/a/b",
  ];
  for (const uri of wrong) equal(placeOf(uri), undefined, uri);
});

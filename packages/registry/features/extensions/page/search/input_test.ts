import assert from "node:assert/strict";
import fc from "fast-check";
import { searchQuery } from "../../read/search.ts";
import { searchHref, searchInput, searchQueryOf } from "./input.ts";

Deno.test("what a search address says is what its page's links say again", () => {
  const input = searchInput(new URLSearchParams("q=repo&sort=new&collective=@acme&page=3"));
  assert.deepEqual(input, {
    q: "repo",
    sort: "new",
    contentType: "",
    label: "",
    collective: "acme",
    platform: "",
    page: 3,
  });
  assert.equal(searchHref(input), "/search?q=repo&sort=new&collective=acme&page=3");
  assert.equal(searchHref({ ...input, page: 1 }), "/search?q=repo&sort=new&collective=acme");
});

Deno.test("what a search address cannot mean falls back to its default", () => {
  const input = searchInput(
    new URLSearchParams("sort=worst&contentType=x&page=-1&collective=A%20B!"),
  );
  assert.equal(searchHref(input), "/search");
  assert.equal(searchInput(new URLSearchParams("page=two")).page, 1);
  assert.equal(searchInput(new URLSearchParams("page=99999")).page, 500);
});

Deno.test("any typed address makes a query the store accepts", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("q", "sort", "page", "platform", "collective", "label", "contentType"),
        fc.string(),
      ),
      (typed) => {
        searchQuery.parse(searchQueryOf(searchInput(new URLSearchParams(typed))));
      },
    ),
  );
});

import assert from "node:assert/strict";
import { excerpt, MatchedText, wordPattern } from "./extension_card.tsx";

const shown = (text: string, query: string) => String(<MatchedText text={text} query={query} />);

Deno.test("words that begin with what was searched are marked, in any case and script", () => {
  assert.equal(
    shown("Deploys. Redeploys, deploy!", "deploy"),
    "<mark>Deploys</mark>. Redeploys, <mark>deploy</mark>!",
  );
  assert.equal(shown("Größe misst", "GRÖ"), "<mark>Größe</mark> misst");
  assert.equal(shown("a cat, a c", "c"), "a cat, a <mark>c</mark>");
  assert.equal(shown("nothing", ""), "nothing");
  assert.equal(shown("a.b*c", ".*"), "a.b*c");
});

Deno.test("markup in a description stays text, marked or not", () => {
  assert.equal(
    shown("<script>alert(1)</script>", "script"),
    "&lt;<mark>script</mark>&gt;alert(1)&lt;/<mark>script</mark>&gt;",
  );
});

Deno.test("of a long description a list shows the beginning, or the part that matches", () => {
  const long = `${"word ".repeat(200)}needle ${"more ".repeat(200)}`;
  assert.match(excerpt(long, undefined), /^word .* …$/);
  const found = excerpt(long, wordPattern("needle"));
  assert.match(found, /^… word .*needle more .* …$/);
  assert.ok(found.length < 260);
  assert.equal(excerpt("x".repeat(10_000), undefined).length, 242);
});

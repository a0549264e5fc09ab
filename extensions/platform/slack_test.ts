import assert from "node:assert/strict";
import fc from "fast-check";
import { hostileText } from "../testing/hostile_text.ts";
import { slackLink, slackText } from "./slack.ts";

Deno.test("no text has a control sequence of Slack, a mention or an address left", () => {
  fc.assert(
    fc.property(hostileText, fc.integer({ min: 0, max: 30 }), (text, limit) => {
      for (const shown of [slackText(text), slackText(text, limit)]) {
        assert.doesNotMatch(shown, /[<>]|&(?!(?:amp|lt|gt);)|@(?!\u200b|…|$)|:\/\//);
        assert.doesNotMatch(shown, /[\p{Cc}\u202e]/u);
        assert.ok(shown.isWellFormed());
      }
      assert.ok(slackText(text, limit).length <= limit);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("a text that is too long ends in an ellipsis, never in half an entity", () => {
  assert.equal(slackText("a<<", 6), "a&lt;…");
  assert.equal(slackText("a<<", 5), "a…");
  assert.equal(slackText("a<<", 9), "a&lt;&lt;");
  assert.equal(slackText("abc", 0), "");
});

Deno.test("a link leads to https and its text cannot change where", () => {
  assert.equal(slackLink("a|b>", "https://h/?a=1&b=2"), "<https://h/?a=1&amp;b=2|a¦b&gt;>");
  assert.equal(slackLink("x", "javascript:alert(1)"), "x");
  fc.assert(fc.property(hostileText, hostileText, (text, path) => {
    const link = slackLink(text, `https://h.example/${path}`);
    if (link.startsWith("<")) assert.match(link, /^<https:\/\/h\.example\/[^<>|\s]*\|[^<>|]*>$/);
  }));
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { hostileText } from "../testing/hostile_text.ts";
import { htmlLink, htmlPage, htmlText } from "./html.ts";

Deno.test("text ends neither an element nor an attribute", () => {
  assert.equal(
    htmlText(`<b> & "x" 'y' </b>`),
    "&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39; &lt;/b&gt;",
  );
  fc.assert(fc.property(hostileText, (text) => {
    const html = htmlText(text);
    assert.doesNotMatch(html, /[<>"']|&(?!(?:amp|lt|gt|quot|#39);)/);
    assert.doesNotMatch(html.replace(/[\n\t]/g, ""), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  }));
});

Deno.test("a link leads to https and tells nothing to its target", () => {
  assert.equal(
    htmlLink("<x>", "https://h.example/?a=1&b='"),
    `<a href="https://h.example/?a=1&amp;b=%27" rel="noreferrer noopener">&lt;x&gt;</a>`,
  );
  for (const address of ["javascript:alert(1)", "JaVaScRiPt:x", "http://h", "data:text/html,x"]) {
    assert.equal(htmlLink("x", address), "x");
  }
});

Deno.test("a page's policy allows its own style and nothing else", () => {
  const page = htmlPage({ title: "</title><script>", style: "p{color:red}", body: "<p>x</p>" });
  assert.match(page, /<title>&lt;\/title&gt;&lt;script&gt;<\/title>/);
  assert.match(
    page,
    /content="default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'"/,
  );
});

import assert from "node:assert/strict";

/** Elements a rendered document may hold, with the attributes each may have. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ["p", "ul", "li", "blockquote", "hr", "br", "em", "strong", "s", "code"].map((
      tag,
    ) => [tag, []]),
  ),
  ...Object.fromEntries(["table", "thead", "tbody", "tr"].map((tag) => [tag, []])),
  ...Object.fromEntries(["th", "td"].map((tag) => [tag, []])),
  ...Object.fromEntries(["h1", "h2", "h3", "h4", "h5", "h6"].map((tag) => [tag, ["id"]])),
  ol: ["start"],
  a: ["href", "rel", "title"],
  pre: ["tabindex"],
  span: ["class"],
  div: ["class", "tabindex", "role", "aria-label"],
};

/**
 * Fails unless every `<` begins an element of the allow-list whose attributes are all quoted and
 * allowed, and every address is https, http, mailto, or of this site. Knows nothing of the sanitiser.
 */
export function assertHarmless(html: string): void {
  for (const [index] of [...html].entries()) {
    if (html[index] !== "<") continue;
    const end = html.indexOf(">", index);
    assert.ok(end > 0, `unclosed element in ${html}`);
    checkTag(html.slice(index, end + 1));
  }
}

function checkTag(tag: string): void {
  const match = /^<(\/?)([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*) ?\/?>$/.exec(tag);
  assert.ok(match, `not a plain element: ${tag}`);
  const allowed = ALLOWED[match[2]!];
  assert.ok(allowed, `element not allowed: ${tag}`);
  for (const [, name, value] of match[3]!.matchAll(/ ([a-z-]+)="([^"]*)"/g)) {
    assert.ok(allowed.includes(name!), `attribute not allowed: ${tag}`);
    if (name === "href") assert.match(value!, /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i, tag);
  }
}

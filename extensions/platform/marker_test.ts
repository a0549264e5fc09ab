import assert from "node:assert/strict";
import { findMarked, keyHash, MARKER_LENGTH, markerOf, withMarker } from "./marker.ts";

const NAME = { owner: "octocat", repo: "x" };
const MARKER = markerOf("create_issue", NAME, "deploy-1");
const by = (login: string | null, body: string | null) => ({
  user: login === null ? null : { login },
  body,
});

Deno.test("a marker is an HTML comment of a known length at the end", () => {
  assert.match(MARKER, /^<!-- svc:key:[0-9a-f]{32} -->$/);
  assert.equal(withMarker("", MARKER).length, MARKER_LENGTH);
  assert.ok(withMarker("text", MARKER).endsWith(MARKER));
});

Deno.test("method, repository and key each make another marker; capitals of a name do not", () => {
  const hashes = new Set([
    keyHash("create_issue", NAME, "a"),
    keyHash("close_issue", NAME, "a"),
    keyHash("create_issue", { owner: "octocat", repo: "y" }, "a"),
    keyHash("create_issue", NAME, "A"),
    keyHash("create_issue", NAME, "b"),
  ]);
  assert.equal(hashes.size, 5);
  assert.equal(keyHash("create_issue", { owner: "Octocat", repo: "X" }, "a"), [...hashes][0]);
});

Deno.test("a marker counts when the acting account wrote it at the end", () => {
  const own = by("Octocat", `${withMarker("text", MARKER)}\n`);
  assert.equal(findMarked([by("other", "x"), own], MARKER, "octocat"), own);
});

Deno.test("a marker of a stranger, of a deleted account or inside of a text does not count", () => {
  const items = [
    by("mallory", withMarker("planted", MARKER)),
    by(null, withMarker("deleted", MARKER)),
    by("octocat", `> ${MARKER}\nI quote you`),
    by("octocat", null),
    by("octocat", withMarker("other", markerOf("close_issue", NAME, "deploy-1"))),
  ];
  assert.equal(findMarked(items, MARKER, "octocat"), undefined);
});

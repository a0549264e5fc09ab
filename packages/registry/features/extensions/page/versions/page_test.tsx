import type { VersionEntry } from "@svc/core/wire";
import { renderDocument } from "../../../../platform/web/layout/render.ts";
import { FRAME, NOW, sampleInfo } from "../../../../testing/web/sample.ts";
import { VersionsPage } from "./route.tsx";
import assert from "node:assert/strict";

const at = NOW.toISOString();
const entry = (version: string, changes: Partial<VersionEntry> = {}): VersionEntry => ({
  version,
  channel: "stable",
  publishedAt: at,
  yankedAt: null,
  yankReason: null,
  verifiedBySvc: false,
  archiveSize: 1,
  ...changes,
});

Deno.test("a version in quarantine is not called yanked, and nothing is compared with it", async () => {
  const kept = entry("2026.11.20.1", {
    yankedAt: at,
    yankReason: "In quarantine: A key in it",
    restriction: { kind: "quarantine", at, category: "secret", note: "A key in it" },
  });
  const html = await renderDocument(
    <VersionsPage
      view={{ ...FRAME, info: sampleInfo(), role: undefined, now: NOW }}
      versions={[entry("2026.11.20.3"), entry("2026.11.20.2"), kept]}
      meta={{ page: 1, perPage: 20, total: 3 }}
    />,
  );
  assert.match(html, /<bdi>In quarantine: A key in it<\/bdi>/);
  assert.doesNotMatch(html, /Yanked/);
  assert.deepEqual(html.match(/href="[^"]*\/diff"/g), [
    `href="/extensions/@acme/repo-insight/2026.11.20.3/diff"`,
  ]);
});

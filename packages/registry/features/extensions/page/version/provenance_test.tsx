import assert from "node:assert/strict";
import type { ProvenanceRow } from "../../provenance/tables.ts";
import { Provenance } from "./provenance.tsx";

const ROW: ProvenanceRow = {
  version_id: "v",
  signing_key_id: null,
  kind: "ci",
  bundle: "{}",
  issuer: "https://token.actions.githubusercontent.com",
  identity: "https://github.com/acme/greeter/.github/workflows/release.yml@refs/tags/v1",
  repository: "https://github.com/acme/greeter",
  repository_id: "1001",
  owner_id: "2002",
  workflow: ".github/workflows/release.yml",
  commit_sha: "3f9c2e1".padEnd(40, "0"),
  ref: "refs/tags/v2026.11.23.1",
  run_url: "https://github.com/acme/greeter/actions/runs/1/attempts/1",
  environment: "publish",
  runner: "github-hosted",
  log_index: "1234567890",
  signed_at: "2026-11-23T10:00:00.000Z",
  verified_at: "2026-11-23T10:00:00.000Z",
  root_digest: "0".repeat(64),
};

const NAME = "@acme/greeter@2026.11.23.1";

function textOf(
  own: ProvenanceRow | null,
  before: ProvenanceRow | null | undefined = undefined,
  same = 0,
): string {
  return String(<Provenance name={NAME} history={{ own, before, same }} logIndex={48_213} />);
}

Deno.test("a job's version says what it was built from, by what, and how to check it; never that it is safe", () => {
  const html = textOf(ROW, ROW, 14);
  for (
    const part of [
      "Built from",
      'href="https://github.com/acme/greeter"',
      "3f9c2e1",
      "tag v2026.11.23.1",
      ".github/workflows/release.yml, GitHub-hosted, environment publish",
      "Sigstore log 1234567890 · <a",
      "registry log 48,213</a>",
      'href="/docs/provenance#for-auditors-by-hand"',
      `svc extension verify ${NAME}`,
      "Same publisher as the 14 versions before",
    ]
  ) assert.ok(html.includes(part), part);
  assert.doesNotMatch(html, /\b(?:safe|secure|trusted)\b/i);
});

Deno.test("a publisher that changed, and a statement that is missing where there was one, are said", () => {
  assert.match(
    textOf(ROW, { ...ROW, repository: "https://github.com/acme/old" }),
    /Publisher changed[^]*github\.com\/acme\/old/,
  );
  assert.match(textOf(null, ROW), /without a statement[^]*Publisher changed/);
  assert.doesNotMatch(textOf(ROW, null), /Publisher changed/);
  assert.equal(textOf(null, null), "");
  assert.equal(textOf(null), "");
});

Deno.test("an address at a host that is not listed, or that is none, is no link", () => {
  for (
    const url of [
      "https://github.com.evil.example/acme",
      "https://evil.example",
      "javascript:alert(1)",
      "https://github.com@evil.example/",
    ]
  ) {
    const html = textOf({ ...ROW, repository: url, run_url: url });
    assert.doesNotMatch(html, /href="(?!\/docs\/)/, url);
  }
});

Deno.test("a registered key is named by its SHA-256", () => {
  const key: ProvenanceRow = { ...ROW, kind: "key", identity: "ab".repeat(32), repository: null };
  assert.ok(textOf(key).includes("ab".repeat(32)));
  assert.doesNotMatch(textOf(key), /Built from/);
});

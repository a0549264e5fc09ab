import assert from "node:assert/strict";
import type { SvcError } from "@svc/core/error";
import { isSvcError } from "@svc/core/error";
import type { StagedDetails } from "@svc/core/wire";
import { awaitDecision, stage } from "./stage.ts";
import { svc, temporaryConfig } from "../testing/host.ts";
import { strangeServer } from "../testing/strange_server.ts";
import type { Package } from "./package.ts";

const ID = "5f0c8a7e-0f55-4d0e-9a55-2f3f0d5b9a11";

const STAGED: StagedDetails = {
  id: ID,
  name: "@acme/greeter",
  version: "2026.11.21.1",
  channel: "stable",
  checksum: "0".repeat(64),
  bytes: 1,
  state: "staged",
  stagedAt: "2026-11-21T09:00:00.000Z",
  stagedBy: "ada",
  expiresAt: "2026-12-05T09:00:00.000Z",
  publishAfter: null,
  heldFor: null,
  approvals: 0,
  needed: 2,
  decidedAt: null,
  reason: null,
  url: `http://localhost/staged/${ID}`,
  scorecard: {
    rubricVersion: 1,
    audience: "server",
    earnedPoints: 0,
    maxPoints: 0,
    provisionalPoints: 0,
    percentage: 0,
    grade: "F",
    allPassed: false,
    factors: [],
    dependencyTrust: { outcome: "passed", audited: [] },
  },
  decisions: [],
};

const approval = {
  decision: "approve",
  by: "bea",
  at: "2026-11-21T10:00:00.000Z",
  method: "totp",
  note: null,
  evidence: null,
} as const;

/** A registry that answers with these in turn, and a clock that the waits move. */
async function waited(answers: readonly (Partial<StagedDetails> | "restarts")[]) {
  let asked = 0;
  const server = Deno.serve({ port: 0, onListen: () => {} }, () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]!;
    if (answer === "restarts") return Response.json({ error: "Starting" }, { status: 503 });
    return Response.json({ ...STAGED, ...answer });
  });
  let now = 0;
  try {
    const caller = { serverUrl: `http://127.0.0.1:${server.addr.port}` };
    const found = await awaitDecision(caller, STAGED, {
      wait: (seconds) => Promise.resolve(void (now += seconds * 1000)),
      now: () => now,
    }).catch((error: SvcError) => error);
    return { found, asked };
  } finally {
    await server.shutdown();
  }
}

Deno.test("the wait ends with the decision, or with one approval of several", async () => {
  const published = await waited([{}, {}, { state: "published" }]);
  assert.equal(published.asked, 3);
  assert.equal(!isSvcError(published.found) && published.found.state, "published");
  const counted = await waited([{}, { approvals: 1, decisions: [approval] }]);
  assert.equal(!isSvcError(counted.found) && counted.found.approvals, 1);
  const restarted = await waited([{}, "restarts", { state: "published" }]);
  assert.equal(restarted.asked, 3, "a registry that starts again does not end the wait");
});

Deno.test("the wait looks every five seconds, for 15 minutes", async () => {
  const { found, asked } = await waited([{}]);
  assert.equal(isSvcError(found) && found.code, "timeout");
  assert.equal(asked, 15 * 60 / 5);
});

Deno.test("a registry that knows nothing of staging says so, and nothing is uploaded", async () => {
  const paths: string[] = [];
  const server = Deno.serve({ port: 0, onListen: () => {} }, (request) => {
    paths.push(new URL(request.url).pathname);
    return Response.json({
      error: 'Unrecognized key: "stage"',
      code: "validation_failed",
      details: [{ path: "", message: 'Unrecognized key: "stage"' }],
    }, { status: 400 });
  });
  try {
    const packed = { bytes: new Uint8Array(1), archive: { checksum: STAGED.checksum } };
    const caller = { serverUrl: `http://127.0.0.1:${server.addr.port}` };
    const announcement = { name: STAGED.name, version: STAGED.version };
    await assert.rejects(
      stage(caller, packed as unknown as Package, announcement, {
        progress: { phase: (_label, work) => work((inner) => inner(), { all() {}, more() {} }) },
      }),
      { code: "unavailable", message: "This registry is too old to stage versions" },
    );
    assert.deepEqual(paths, ["/api/v1/extensions/push"]);
  } finally {
    await server.shutdown();
  }
});

Deno.test("attack: a registry that names something else than a page has nothing opened", async () => {
  await using config = await temporaryConfig();
  for (const url of ["file:///usr/share/applications/x.desktop", "ssh://host", "javascript:1"]) {
    await using server = strangeServer(() => Response.json({ ...STAGED, url }));
    const { exit, stderr } = await svc(["extension", "approve", ID, "--no-browser"], {
      env: { XDG_CONFIG_HOME: config.path, SVC_CLUB_URL: server.url, SVC_API_KEY: "svc_1" },
    });
    assert.equal(exit, 1);
    assert.match(stderr, /'url' is wrong/, url);
  }
});

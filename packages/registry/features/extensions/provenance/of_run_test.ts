import assert from "node:assert/strict";
import type { Principal } from "../../../access/credential/principal.ts";
import { RUN } from "../../../testing/extensions/publisher.ts";
import type { PublishRun } from "../../../access/store/publishing_tables.ts";
import { assertOfRun } from "./of_run.ts";
import type { ProvenanceColumns } from "./tables.ts";

const FOUND: ProvenanceColumns = {
  ...{ kind: "ci", bundle: "{}", issuer: RUN.issuer, identity: "x", repository: null },
  ...{ repository_id: "74", owner_id: "65", workflow: ".github/workflows/release.yml" },
  ...{ commit_sha: RUN.sha, ref: RUN.ref, run_url: RUN.url, environment: null, runner: null },
  ...{ log_index: "1", signed_at: null, verified_at: "2026-11-23T10:00:00.000Z" },
  root_digest: "0",
};

const JOB: Principal = { kind: "publishToken", tokenId: "t", run: RUN, grants: [] };

Deno.test("a job's own statement is taken", () => {
  assertOfRun(JOB, FOUND);
  assertOfRun(JOB, undefined);
});

const CHANGED: Partial<Record<keyof ProvenanceColumns, string>> = {
  issuer: "https://gitlab.com",
  run_url: `${RUN.url}0`,
  commit_sha: "b".repeat(40),
  repository_id: "75",
  owner_id: "66",
  workflow: ".github/workflows/other.yml",
};

for (const [field, value] of Object.entries(CHANGED)) {
  Deno.test(`attack: a job brings the statement of a job with another ${field}`, () => {
    assert.throws(() => assertOfRun(JOB, { ...FOUND, [field]: value }), {
      code: "provenance_invalid",
    });
  });
}

/** Of certificates without ids: the run as its token has it, and what Fulcio makes of the same token. */
const WITHOUT_IDS = {
  buildkite: [
    {
      provider: "buildkite",
      names: { organization: "acme", pipeline: "greeter" },
      ids: { organization: "o", pipeline: "p" },
      url: "https://buildkite.com/acme/greeter/builds/17#j17",
      workflow: null,
    },
    {
      identity: "https://buildkite.com/acme/greeter",
      run_url: "https://buildkite.com/acme/greeter/builds/17#j17",
    },
  ],
  circleci: [
    {
      provider: "circleci",
      names: { origin: "github.com/acme/greeter" },
      ids: { organization: "o", project: "p" },
      url: "https://app.circleci.com/pipelines/workflows/w17",
      name: "j17",
      workflow: "d",
      sha: null,
    },
    {
      identity: "https://circleci.com/api/v2/projects/p/pipeline-definitions/d",
      run_url: "https://app.circleci.com//workflow/w17/job/j17",
      commit_sha: null,
    },
  ],
} as const satisfies Record<string, readonly [Partial<PublishRun>, Partial<ProvenanceColumns>]>;

for (const [kind, [run, found]] of Object.entries(WITHOUT_IDS)) {
  Deno.test(`${kind}: the certificate's name is the identity, and the run is compared`, () => {
    const job: Principal = { ...JOB, run: { ...RUN, ...run } };
    const own = { ...FOUND, repository_id: null, owner_id: null, workflow: null, ...found };
    assertOfRun(job, own);
    for (const field of ["identity", "run_url"] as const) {
      assert.throws(() => assertOfRun(job, { ...own, [field]: `${own[field]}8` }), {
        code: "provenance_invalid",
      });
    }
  });
}

Deno.test("a certificate that names nothing of the run is not its own", () => {
  const bare = { repository_id: null, owner_id: null, commit_sha: null, run_url: null };
  assert.throws(() => assertOfRun(JOB, { ...FOUND, ...bare }), { code: "provenance_invalid" });
});

Deno.test("who publishes with a key may bring the statement of a job, and a job that of a key", () => {
  const person: Principal = {
    kind: "personalKey",
    user: { id: "u", username: "ada" },
    keyId: "k",
  };
  assertOfRun(person, { ...FOUND, run_url: "https://other.example" });
  assertOfRun(JOB, { ...FOUND, kind: "key", issuer: null });
});

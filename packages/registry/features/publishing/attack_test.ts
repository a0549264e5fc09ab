import assert from "node:assert/strict";
import { AUDIENCE, exchanged, refusal, trusting } from "./testing.ts";

type Claims = Record<string, unknown>;

const PATH = "acme/greeter/.github/workflows/release.yml";
const REF = "refs/tags/v2026.11.23.1";
/** The commit of the stand-in's jobs. */
const SHA = "3f9c2e1d0b4a5968778695a4b3c2d1e0f9a8b7c6";

/** A workflow of both kinds that runs at this reference. */
const both = (workflow: string): Claims => ({ workflow_ref: workflow, job_workflow_ref: workflow });

/** One claim otherwise than the publisher has it, and whether the job is trusted all the same. */
const GITHUB: readonly [string, Claims, "trusted" | RegExp][] = [
  ["as it is", {}, "trusted"],
  ["the workflow at its commit", both(`${PATH}@${SHA}`), "trusted"],
  ["the repository in other letters", {
    repository: "Acme/Greeter",
    ...both(`Acme/Greeter/.github/workflows/release.yml@${REF}`),
  }, "trusted"],
  ["claims that nobody knows yet", { anything: { at: ["all"] } }, "trusted"],
  ["another repository", { repository: "evil/greeter", repository_id: "99" }, /No publisher/],
  [
    "a repository that ends like it",
    { repository: "x-acme/greeter", repository_id: "99" },
    /No publisher/,
  ],
  [
    "a repository that begins like it",
    { repository: "acme/greeter2", repository_id: "99" },
    /No publisher/,
  ],
  ["a subject of the right repository", {
    repository: "evil/greeter",
    repository_id: "99",
    sub: "repo:acme/greeter:environment:publish",
  }, /No publisher/],
  ["another workflow", both(`acme/greeter/.github/workflows/evil.yml@${REF}`), /workflow_ref/],
  [
    "a workflow of another repository",
    both(`evil/greeter/.github/workflows/release.yml@${REF}`),
    /workflow_ref/,
  ],
  [
    "a workflow below",
    both(`acme/greeter/.github/workflows/x/.github/workflows/release.yml@${REF}`),
    /workflow_ref/,
  ],
  [
    "a file whose name ends like it",
    both(`acme/greeter/.github/workflows/evil.release.yml@${REF}`),
    /workflow_ref/,
  ],
  [
    "a branch that is named like it",
    {
      ref: `refs/heads/x/${PATH}@${REF}`,
      ...both(`acme/greeter/.github/workflows/evil.yml@refs/heads/x/${PATH}@${REF}`),
    },
    /workflow_ref/,
  ],
  [
    "evil.yml@…/release.yml@…",
    both(`acme/greeter/.github/workflows/evil.yml@x/.github/workflows/release.yml@${REF}`),
    /workflow_ref/,
  ],
  ["an @ in the file's name", both(`${PATH}@x.yml@${REF}`), /workflow_ref/],
  ["another ref than the run's", both(`${PATH}@refs/heads/other`), /workflow_ref/],
  ["no ref", both(PATH), /workflow_ref/],
  ["an empty ref", both(`${PATH}@`), /workflow_ref/],
  [
    "other letters in the file",
    both(`acme/greeter/.github/workflows/Release.yml@${REF}`),
    /workflow_ref/,
  ],
  [
    "steps of a reusable workflow that nobody named",
    { job_workflow_ref: "other/steps/.github/workflows/publish.yml@refs/heads/main" },
    /job_workflow_ref/,
  ],
  [
    "steps of a reusable workflow of the same repository",
    { job_workflow_ref: `acme/greeter/.github/workflows/publish.yml@${REF}` },
    /job_workflow_ref/,
  ],
  ["a runner of their own", { runner_environment: "self-hosted" }, /runner_environment/],
  ["no word of the runner", { runner_environment: undefined }, /runner_environment/],
  ["an event that was not chosen", { event_name: "deployment" }, /event/],
  ["a long ref", {
    ref: `refs/tags/${"v".repeat(3_000)}`,
    ...both(`${PATH}@refs/tags/${"w".repeat(3_000)}`),
  }, /workflow_ref/],
];

Deno.test("a job of GitHub is trusted where all of it is as the publisher says, one claim at a time", async () => {
  await using world = await trusting();
  await world.add({ ids: { owner: "65", repository: "74" } });
  for (const [what, claims, expected] of GITHUB) {
    const answer = await world.exchange(await world.issuer.token(AUDIENCE, claims));
    if (expected === "trusted") assert.equal(answer.status, 201, `${what}: ${answer.body?.error}`);
    else {
      assert.deepEqual(refusal(answer), [403, "no_publisher"], what);
      assert.match(answer.body.error, expected, what);
    }
  }
});

Deno.test("the refusal names the claims of the job, and nothing of what the publisher wants", async () => {
  await using world = await trusting();
  await world.add({ environment: "secret-environment", refRule: "branch:secret-branch" });
  const answer = await world.exchange(
    await world.issuer.token(AUDIENCE, { environment: "mine", runner_environment: "self-hosted" }),
  );
  assert.deepEqual(answer.body.details.map(({ path }: { path: string }) => path).sort(), [
    "environment",
    "ref",
    "runner_environment",
  ]);
  assert.match(JSON.stringify(answer.body), /mine/);
  assert.doesNotMatch(JSON.stringify(answer.body), /secret/);
});

for (
  const [kind, claim, events] of [
    ["github", "event_name", [
      "pull_request",
      "pull_request_target",
      "workflow_run",
      "issue_comment",
    ]],
    ["gitlab", "pipeline_source", ["merge_request_event", "external_pull_request_event"]],
  ] as const
) {
  Deno.test(`${kind}: what strangers can start is refused, and no publisher can allow it`, async () => {
    await using world = await trusting(kind);
    await world.add();
    for (const event of events) {
      const answer = await world.exchange(await world.issuer.token(AUDIENCE, { [claim]: event }));
      assert.deepEqual(refusal(answer), [403, "event_refused"], event);
      const added = await world.add({ extension: "@acme/other", events: [event] });
      assert.deepEqual(refusal(added), [400, "validation_failed"], event);
    }
  });
}

/** What a publisher may ask for beside, a job that has it, and one that has not. */
const PARTS: readonly [string, object, Claims, Claims][] = [
  ["an environment", { environment: "publish" }, {}, { environment: "Publish" }],
  ["an environment, of a job without", { environment: "publish" }, {}, { environment: undefined }],
  ["a protected ref", { refRule: "protected" }, {}, { ref_protected: "false" }],
  ["a protected ref, of a boolean", { refRule: "protected" }, {}, { ref_protected: true }],
  ["a tag", { refRule: "tag:v2026.11.23.1" }, {}, {
    ref: "refs/heads/v2026.11.23.1",
    ...both(`${PATH}@refs/heads/v2026.11.23.1`),
  }],
  ["a tag with the version", { refRule: "tag:v{version}" }, {}, {
    ref: "refs/tags/v2026.11.23.1x",
    ...both(`${PATH}@refs/tags/v2026.11.23.1x`),
  }],
  ["a tag of a version that is none", { refRule: "tag:v{version}" }, {}, {
    ref: "refs/tags/v2026.13.23.1",
    ...both(`${PATH}@refs/tags/v2026.13.23.1`),
  }],
  ["a branch", { refRule: "branch:main" }, {
    ref: "refs/heads/main",
    ...both(`${PATH}@refs/heads/main`),
  }, { ref: "refs/heads/x/main", ...both(`${PATH}@refs/heads/x/main`) }],
  ["an event", { events: ["release"] }, { event_name: "release" }, { event_name: "push" }],
  ["a reusable workflow", { reusable: "other/steps/.github/workflows/publish.yml" }, {
    job_workflow_ref: "other/steps/.github/workflows/publish.yml@refs/heads/main",
  }, {
    job_workflow_ref:
      "other/steps/.github/workflows/evil.yml@refs/other/steps/.github/workflows/publish.yml@refs/heads/main",
  }],
  ["a reusable workflow, called by none", {
    reusable: "other/steps/.github/workflows/publish.yml",
  }, {
    job_workflow_ref: "other/steps/.github/workflows/publish.yml@refs/heads/main",
  }, {}],
  ["a reusable workflow at its commit", {
    reusable: `other/steps/.github/workflows/publish.yml@${"a".repeat(40)}`,
  }, {
    job_workflow_ref: "other/steps/.github/workflows/publish.yml@refs/tags/v1",
    job_workflow_sha: "a".repeat(40),
  }, {
    job_workflow_ref: "other/steps/.github/workflows/publish.yml@refs/tags/v1",
    job_workflow_sha: "b".repeat(40),
  }],
  ["any runner", { runnerRule: "any" }, { runner_environment: "self-hosted" }, {
    event_name: "deployment",
  }],
];

for (const [what, more, good, bad] of PARTS) {
  Deno.test(`a publisher asks for ${what}`, async () => {
    await using world = await trusting();
    const added = await world.add(more);
    assert.equal(added.status, 201, JSON.stringify(added.body));
    await exchanged(world, await world.issuer.token(AUDIENCE, good));
    const answer = await world.exchange(await world.issuer.token(AUDIENCE, bad));
    assert.deepEqual(refusal(answer), [403, "no_publisher"]);
  });
}

/** Of the other providers: claims of a job that is not trusted. */
const OTHERS = {
  gitlab: [
    { project_path: "evil/greeter" },
    { ref_protected: "false" },
    { ci_config_ref_uri: "gitlab.com/acme/greeter//.gitlab-ci.yml@refs/tags/v2026.11.23.1" },
    { ci_config_ref_uri: undefined },
    { runner_environment: "self-hosted" },
    { job_project_id: "999" },
  ],
  buildkite: [
    { organization_slug: "evil" },
    { pipeline_slug: "other" },
    { organization_id: undefined },
    { pipeline_id: undefined },
    { build_tag: undefined },
    { build_tag: "v1" },
  ],
  circleci: [
    { "oidc.circleci.com/ssh-rerun": true },
    { "oidc.circleci.com/ssh-rerun": undefined },
    { "oidc.circleci.com/vcs-origin": "github.com/evil/greeter" },
    { "oidc.circleci.com/pipeline-definition-id": "00000000-0000-4000-8000-000000000000" },
    { "oidc.circleci.com/project-id": "00000000-0000-4000-8000-000000000000" },
    {
      sub:
        "org/00000000-0000-4000-8000-000000000000/project/7c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5/user/1",
    },
  ],
  google: [
    { email: "evil@acme-ci.iam.gserviceaccount.test" },
    { email_verified: false },
    { email_verified: "true" },
    { email: undefined },
  ],
  oidc: [
    { project: "evil/greeter" },
    { project: ["acme/greeter"] },
    { project: undefined },
    { project_uid: "75" },
    { project_uid: 75 },
  ],
} as const;

for (const [kind, jobs] of Object.entries(OTHERS)) {
  Deno.test(`${kind}: a job that differs in one claim is not trusted`, async () => {
    await using world = await trusting(kind as keyof typeof OTHERS);
    await world.add();
    // Some have no id of their own: the same job would get the same token.
    const again = (round: number) => world.issuer.token(AUDIENCE, { round });
    await exchanged(world, await again(1));
    for (const claims of jobs) {
      const answer = await world.exchange(await world.issuer.token(AUDIENCE, claims));
      assert.ok([401, 403].includes(answer.status), JSON.stringify(claims));
      assert.ok(["no_publisher", "token_invalid"].includes(answer.body.code), answer.body.code);
    }
    await exchanged(world, await again(2));
  });
}

Deno.test("an organization of CircleCI that no publisher is bound to is no issuer, and is not asked", async () => {
  await using world = await trusting("circleci");
  const { issuer } = world;
  assert.deepEqual(refusal(await world.exchange()), [400, "issuer_unknown"]);
  for (const org of ["../..", "00000000-0000-4000-8000-000000000000", "%", "_".repeat(36)]) {
    await world.add();
    const iss = `${issuer.url}/org/${org}`;
    const answer = await world.exchange(await issuer.token(AUDIENCE, { iss }));
    assert.deepEqual(refusal(answer), [400, "issuer_unknown"], org);
  }
  assert.deepEqual(issuer.requests, []);
});

Deno.test("a publisher of one issuer trusts no token of another, whatever it claims", async () => {
  await using world = await trusting("oidc");
  await world.add();
  const { db } = world.registry.services;
  // A publisher of GitHub with just what this issuer can claim.
  await db.updateTable("publisher").set({ place: "acme/greeter" }).execute();
  await db.insertInto("publisher").values({
    ...await db.selectFrom("publisher").selectAll().executeTakeFirstOrThrow(),
    id: crypto.randomUUID(),
    provider: "github",
    issuer: "https://token.actions.githubusercontent.com",
    names: '{"repository":"acme/greeter"}',
    workflow: ".github/workflows/release.yml",
  }).execute();
  await db.deleteFrom("publisher").where("provider", "=", "oidc").execute();
  const claims = { repository: "acme/greeter", repository_id: "74", repository_owner_id: "65" };
  const answer = await world.exchange(await world.issuer.token(AUDIENCE, claims));
  assert.deepEqual(refusal(answer), [403, "no_publisher"]);
});

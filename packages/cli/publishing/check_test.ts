import assert from "node:assert/strict";
import { startIssuer } from "@svc/fakes/oidc";
import { type Answers, GOOD, refused, scene } from "./testing/scene.ts";

const WORKFLOW = "acme/greeter/.github/workflows/release.yml@refs/tags/v2026.11.23.1";
const CHECK = ["publisher", "check", "@acme/greeter"];

Deno.test("check says what the job may do, and publishes nothing", async () => {
  await scene(GOOD, async ({ run, lines, runner }) => {
    const { exit, stdout } = await run([...CHECK, "--json"], runner.env);
    assert.equal(exit, 0);
    const told = JSON.parse(stdout);
    assert.deepEqual(Object.keys(told), [
      ...["extension", "serverUrl", "provider", "actions", "claims", "refusal"],
      "identityTokenUsed",
    ]);
    assert.deepEqual([told.actions, told.refusal, told.identityTokenUsed], [["push"], null, false]);
    const { claims } = told;
    assert.equal(claims.workflow_ref, WORKFLOW);
    assert.equal("jti" in claims || "actor" in claims, false);
    assert.deepEqual(lines(), [
      "GET /api/v1/publishing/audience",
      "POST /api/v1/publishing/exchange",
      "DELETE /api/v1/publishing/token",
    ]);
  });
});

Deno.test("check takes the extension of the manifest in the folder", async () => {
  await scene(GOOD, async ({ run, runner }) => {
    const { exit, stdout } = await run(["publisher", "check"], runner.env);
    assert.equal(exit, 0);
    assert.match(stdout, /^This job of GitHub Actions may push @acme\/greeter at http:\S+\.$/m);
    assert.match(stdout, /^ {2}environment +publish$/m);
  });
});

Deno.test("check names the claims that differ, and ends with 1", async () => {
  const details = [{ path: "environment", message: "is 'publish' in the token" }];
  const answers: Answers = {
    ...GOOD,
    "POST /api/v1/publishing/exchange": refused(403, "no_publisher", details),
  };
  await scene(answers, async ({ run, runner }) => {
    const { exit, stdout, stderr } = await run(CHECK, runner.env);
    assert.equal(exit, 1, stderr);
    assert.match(stdout, /^This job of GitHub Actions may not publish @acme\/greeter at/);
    assert.match(stdout, /^ {2}differs: environment: is 'publish' in the token$/m);
    assert.match(
      stdout,
      /svc publisher add @acme\/greeter --issuer http:\S+ --github acme\/greeter/,
    );
  });
});

Deno.test("check says that a job's only token is used up", async () => {
  await scene(GOOD, async ({ run, registry }) => {
    await using gitlab = await startIssuer("gitlab");
    const env = { GITLAB_CI: "true", SVC_ID_TOKEN: await gitlab.token(registry.url) };
    const { exit, stdout } = await run(CHECK, env);
    assert.equal(exit, 0);
    assert.match(stdout, /^SVC_ID_TOKEN is used up now: a push needs another job\.$/m);
    // What is personal is not in the log of a job.
    assert.doesNotMatch(stdout, /ada@acme/);
  });
});

Deno.test("check finds nothing where the registry is down or there is no job", async () => {
  const answers: Answers = {
    ...GOOD,
    "POST /api/v1/publishing/exchange": refused(503, "issuer_unavailable"),
  };
  await scene(answers, async ({ run, runner }) => {
    const down = await run(CHECK, runner.env);
    assert.deepEqual([down.exit, down.stdout], [1, ""]);
    assert.match(down.stderr, /issuer_unavailable/);
    const outside = await run(CHECK, {});
    assert.deepEqual([outside.exit, outside.stdout], [4, ""]);
    assert.match(outside.stderr, /no CI job.*\n.*Run it in the job that publishes/);
  });
});

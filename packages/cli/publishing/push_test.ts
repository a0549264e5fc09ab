import assert from "node:assert/strict";
import { generateKey } from "@svc/core/key";
import { writeExtension } from "../testing/extension.ts";
import type { Outcome } from "../testing/host.ts";
import { type Answers, GOOD, granted, KEY, refused, scene } from "./testing/scene.ts";

const told = ({ stderr }: Outcome) => JSON.parse(stderr.slice(stderr.indexOf("{")));

Deno.test("a registry without the feature is told of, before anything is packed or asked for", async () => {
  await scene({}, async ({ push, lines, runner }) => {
    const { exit, stderr } = await push();
    assert.equal(exit, 1);
    assert.match(stderr, /does not offer trusted publishing/);
    assert.match(stderr, /older than this feature.*SVC_API_KEY/);
    assert.deepEqual(lines(), ["GET /api/v1/publishing/audience"]);
    assert.deepEqual(runner.requests, []);
  });
});

for (const audience of ["https://sts.amazonaws.com", "sigstore", "http://127.0.0.1:1"]) {
  Deno.test(`a registry that wants a token for ${audience} gets none`, async () => {
    const answers: Answers = {
      ...GOOD,
      "GET /api/v1/publishing/audience": () => Response.json({ audience, provenance: false }),
    };
    await scene(answers, async ({ push, lines, runner }) => {
      const outcome = await push();
      assert.deepEqual([outcome.exit, told(outcome).code], [1, "forbidden"]);
      assert.deepEqual(lines(), ["GET /api/v1/publishing/audience"]);
      assert.deepEqual(runner.requests, []);
    });
  });
}

Deno.test("a push that fails ends its key, and both secrets are in GitHub's masks alone", async () => {
  const answers = { ...GOOD, "POST /api/v1/extensions/push": refused(409, "version_exists") };
  await scene(answers, async ({ push, lines, runner, registry }) => {
    const outcome = await push();
    assert.deepEqual([outcome.exit, told(outcome).code], [1, "version_exists"]);
    assert.deepEqual(lines(), [
      "GET /api/v1/publishing/audience",
      "POST /api/v1/publishing/exchange",
      "POST /api/v1/extensions/push",
      "DELETE /api/v1/publishing/token",
    ]);
    assert.deepEqual(
      registry.requests.map(({ authorization }) => authorization),
      [undefined, undefined, `Bearer ${KEY}`, `Bearer ${KEY}`],
    );
    const [token] = runner.given;
    assert.deepEqual(registry.requests[1]!.body, { token });
    const masks = outcome.stderr.split("\n").filter((line) => line.startsWith("::add-mask::"));
    assert.deepEqual(masks, [`::add-mask::${token}`, `::add-mask::${KEY}`]);
    const rest = outcome.stdout + outcome.stderr.replace(/^::add-mask::.*$/gm, "");
    assert.ok(!rest.includes(KEY) && !rest.includes(token!));
  });
});

Deno.test("elsewhere nothing is printed of either", async () => {
  const answers = { ...GOOD, "POST /api/v1/extensions/push": refused(409, "version_exists") };
  await scene(answers, async ({ push, issuer, registry }) => {
    const token = await issuer.token(registry.url);
    const outcome = await push({ GITLAB_CI: "true", SVC_ID_TOKEN: token });
    assert.equal(told(outcome).code, "version_exists");
    assert.ok(!(outcome.stdout + outcome.stderr).match(/svc_ci_|eyJ|::/), outcome.stderr);
  });
});

Deno.test("a key that cannot be ended is a warning with its end", async () => {
  for (const [status, warned] of [[503, true], [401, false]] as const) {
    const answers: Answers = {
      ...GOOD,
      "POST /api/v1/extensions/push": refused(409, "version_exists"),
      "DELETE /api/v1/publishing/token": refused(status, "unavailable"),
    };
    await scene(answers, async ({ push }) => {
      const { exit, stderr } = await push();
      assert.equal(exit, 1);
      assert.equal(/warning: The key .* ends at 2026-11-23T12:15/.test(stderr), warned, stderr);
      assert.match(stderr, /version_exists/);
    });
  }
});

const REFUSALS = [
  [400, "token_malformed", /id-token: write/],
  [400, "issuer_unknown", /Ask the operator of http:\S+ to take tokens of http:/],
  [400, "token_reused", /works once\. Run the job again/],
  [401, "token_invalid", /id-token: write/],
  [
    403,
    "no_publisher",
    /runs: svc publisher add @acme\/greeter --issuer http:\S+ --github acme\/greeter --workflow release\.yml --environment publish$/,
  ],
  [403, "event_refused", /pull request/],
  [503, "issuer_unavailable", /in a few minutes/],
] as const;

for (const [status, code, hint] of REFUSALS) {
  Deno.test(`a job is told what to do about ${code}`, async () => {
    const details = [{ path: "environment", message: "is 'publish', and must be 'production'" }];
    const answers = {
      ...GOOD,
      "POST /api/v1/publishing/exchange": refused(status, code, details),
    };
    await scene(answers, async ({ push, lines }) => {
      const outcome = await push();
      const error = told(outcome);
      assert.equal(error.code, code);
      assert.match(error.hint, hint);
      assert.equal(error.details[0].path, "environment");
      assert.equal(lines().at(-1), "POST /api/v1/publishing/exchange");
    });
  });
}

Deno.test("a token that a job has one of is said to be used up", async () => {
  const answers = { ...GOOD, "POST /api/v1/publishing/exchange": refused(400, "token_reused") };
  await scene(answers, async ({ push, issuer, registry }) => {
    const outcome = await push({ CI: "true", SVC_ID_TOKEN: await issuer.token(registry.url) });
    assert.match(told(outcome).hint, /one extension a job.*SVC_ID_TOKEN/);
  });
});

const GRANTS: readonly [what: string, change: object, code: string][] = [
  ["another extension", { extensions: ["@acme/other"] }, "no_publisher"],
  ["nothing", { extensions: [] }, "no_publisher"],
  ["staging alone", { actions: ["stage"] }, "forbidden"],
];

for (const [what, change, code] of GRANTS) {
  Deno.test(`a key for ${what} is ended and not used`, async () => {
    await scene({ ...GOOD, "POST /api/v1/publishing/exchange": granted(change) }, async (at) => {
      const outcome = await at.push();
      assert.equal(told(outcome).code, code);
      if (code === "forbidden") assert.match(told(outcome).hint, /svc extension stage/);
      assert.deepEqual(at.lines().slice(2), ["DELETE /api/v1/publishing/token"]);
    });
  });
}

for (const token of [generateKey("personal"), `${KEY}\n::warning::hello`, "", 7]) {
  Deno.test(`what is not a key is not written as one: ${JSON.stringify(token)}`, async () => {
    await scene({ ...GOOD, "POST /api/v1/publishing/exchange": granted({ token }) }, async (at) => {
      const outcome = await at.push();
      assert.equal(told(outcome).code, "unavailable");
      assert.doesNotMatch(outcome.stderr, /warning::hello|svc_/);
    });
  });
}

Deno.test("a key that is set wins over the job, unless the job is asked for", async () => {
  await scene(GOOD, async ({ push, runner, lines }) => {
    const env = { ...runner.env, SVC_API_KEY: generateKey("collective") };
    await push(env);
    assert.deepEqual([lines()[0], runner.requests.length], ["GET /api/whoami", 0]);
    await push(env, "--trusted-publishing", "always");
    assert.ok(lines().includes("POST /api/v1/publishing/exchange"));
  });
});

Deno.test("a job is not used where the option says never, and asked for where there is none", async () => {
  await scene(GOOD, async ({ push, lines }) => {
    assert.equal((await push(undefined, "--trusted-publishing", "never")).exit, 4);
    const outside = await push({}, "--trusted-publishing=always");
    assert.deepEqual([outside.exit, told(outside).code], [4, "not_authenticated"]);
    assert.match(told(outside).hint, /SVC_ID_TOKEN/);
    assert.match(told(await push({})).hint, /svc auth login/);
    assert.deepEqual(lines(), []);
  });
});

Deno.test("a job without 'id-token: write' is told so, and nothing is sent", async () => {
  await scene(GOOD, async ({ push, lines }) => {
    const outcome = await push({ CI: "true", GITHUB_ACTIONS: "true" });
    assert.equal(outcome.exit, 4);
    assert.match(told(outcome).error, /^Not authenticated: .*GitHub Actions/);
    assert.match(told(outcome).hint, /id-token: write.*SVC_API_KEY/);
    assert.deepEqual(lines(), []);
  });
});

Deno.test("a dry run asks nobody for a token", async () => {
  await scene(GOOD, async ({ push, lines, runner }) => {
    assert.equal((await push(undefined, "--dry-run")).exit, 0);
    assert.deepEqual([lines(), runner.requests.length], [[], 0]);
  });
});

Deno.test("what is wrong with the extension is told before the identity token is used up", async () => {
  await scene(GOOD, async ({ push, lines, runner, folder }) => {
    await writeExtension(folder, { body: `eval("1");` });
    assert.equal(told(await push()).code, "archive_unsafe");
    assert.deepEqual(lines(), ["GET /api/v1/publishing/audience"]);
    assert.deepEqual(runner.requests, []);
  });
});

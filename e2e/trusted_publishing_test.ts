import assert from "node:assert/strict";
import type { Issuer } from "@svc/fakes/oidc";
import { startService } from "../packages/fakes/service/mod.ts";
import { fromBase32 } from "../packages/registry/features/factor/testing.ts";
import { codeAt } from "../packages/registry/features/factor/totp.ts";
import { writeGreeting } from "./process/greeting.ts";
import { inOrder } from "./process/in_order.ts";
import { processesOf } from "./process/processes.ts";
import {
  filesWith,
  masked,
  type PublishingScene,
  setPublishingScene,
} from "./process/publishing.ts";
import { createPerson, type Person } from "./process/svc.ts";

const NAME = "@acme/greeter";
const VERSION = "2026.11.23.1";

const GITHUB = {
  extension: NAME,
  provider: "github",
  names: { repository: "acme/greeter" },
  workflow: "release.yml",
  environment: "publish",
  refRule: "tag:v{version}",
} as const;

/** What is checked before a push is not what this is about. */
const push = (manifest: string) => [
  ...["extension", "push", manifest, "--no-check", "--yes", "--json"],
];

const write = (at: Person, name = NAME, version = VERSION) =>
  writeGreeting(`${at.work}/${name}`, name, version);

/** What a form sends as it stands: its inputs, and what is chosen of its lists. */
function fieldsOf(form: string): [string, string][] {
  const attribute = (tag: string, name: string) =>
    new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&quot;", '"').replaceAll(
      "&amp;",
      "&",
    );
  const inputs = [...form.matchAll(/<input\s[^>]*>/g)].map(([tag]) => tag);
  const lists = [...form.matchAll(/<select(\s[^>]*)>([^]*?)<\/select>/g)];
  return [
    ...inputs.map((tag) => [attribute(tag, "name")!, attribute(tag, "value") ?? ""]),
    ...lists.map(([, tag, options]) => {
      const chosen = /<option\s[^>]*selected[^>]*>/.exec(options!) ??
        /<option\s[^>]*>/.exec(options!);
      return [attribute(tag!, "name")!, attribute(chosen![0], "value")!];
    }),
  ] as [string, string][];
}

/** What the registry answers who comes with this key. */
async function statusOf({ gate }: PublishingScene, key: string): Promise<number> {
  const response = await fetch(`${gate.url}/api/v1/extensions/push`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: "{}",
  });
  await response.body?.cancel();
  return response.status;
}

async function isPublished({ gate }: PublishingScene, name: string): Promise<boolean> {
  const response = await fetch(
    `${gate.url}/api/v1/extensions/${encodeURIComponent(name)}/latest`,
  );
  await response.body?.cancel();
  return response.ok;
}

Deno.test("a job of GitHub publishes without a key, and leaves none behind", async (test) => {
  const step = inOrder(test);
  await using scene = await setPublishingScene();
  const { gate, runner, issuers } = scene;
  await using job = await scene.job(runner.env);
  const manifest = await write(job);

  await step("nobody trusts it yet: refused, with the command that does", async () => {
    const refused = await job.svc(push(manifest));
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /no_publisher[^]*svc publisher add @acme\/greeter --issuer http:\S+ --github acme\/greeter --workflow release\.yml --environment publish/,
    );
  });

  await step("the page that 'svc publisher add' opens is filled in, and adds it", async () => {
    const asked = await job.svc([
      ...["publisher", "add", NAME, "--github", "acme/greeter", "--workflow", "release.yml"],
      ...["--environment", "publish", "--ref", "tag:v{version}"],
      ...["--issuer", issuers.github.issuer, "--json"],
    ]);
    assert.equal(asked.code, 4, asked.stderr);
    const { url } = JSON.parse(asked.stdout);
    const headers = { cookie: scene.ada.cookie, accept: "text/html", origin: gate.url };
    const page = await (await fetch(url, { headers })).text();
    const [, action, form] = /<form\s[^>]*action="([^"]*\/create-publisher)"[^>]*>([^]*?)<\/form>/
      .exec(page)!;
    const submitted = await fetch(gate.url + action, {
      method: "POST",
      headers,
      body: new URLSearchParams(fieldsOf(form!)),
      redirect: "manual",
    });
    const errors = (await submitted.text()).match(/class="error"[^>]*>[^<]*/g);
    assert.deepEqual([submitted.status, errors], [303, null]);
    await using ada = await createPerson(gate.url, scene.outside.env);
    await ada.ok(["auth", "login", "--username", "ada"], { stdin: `${scene.ada.password}\n` });
    const { publishers } = JSON.parse(await ada.ok(["publisher", "list", NAME, "--json"]));
    assert.equal(publishers.length, 1);
    const [{ extension, provider, issuer, names, workflow, environment, refRule, actions }] =
      publishers;
    assert.equal(issuer, issuers.github.issuer);
    assert.deepEqual({ extension, provider, names, environment, refRule }, {
      extension: NAME,
      provider: "github",
      names: { repository: "acme/greeter" },
      environment: "publish",
      refRule: "tag:v{version}",
    });
    assert.deepEqual([workflow, actions], [".github/workflows/release.yml", ["push"]]);
    assert.match(
      await ada.ok(["publisher", "list", "acme"]),
      /^@acme\/greeter +github +acme\/greeter/m,
    );
  });

  let secrets: string[] = [];
  await step(
    "a home without a key publishes; no secret is seen while it does, or after",
    async () => {
      const before = runner.given.length;
      const held = gate.hold(/^POST \/api\/v1\/extensions\/confirm$/, "before");
      const pushing = job.start([...push(manifest), "--provenance"]);
      const { release } = await held;
      const commands = (await processesOf(job)).map(({ command }) => command).join("\n");
      release();
      const { code, stdout, stderr } = await pushing.output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      const said = { code, stdout: text(stdout), stderr: text(stderr) };
      assert.equal(code, 0, said.stderr);
      const result = JSON.parse(said.stdout);
      assert.equal(result.version, VERSION);
      assert.equal(typeof result.logIndex, "number", "the log is asked without the job's key");
      const seen = masked(said);
      secrets = seen.secrets;
      assert.deepEqual(secrets, [runner.given[before], secrets[1], runner.given[before + 1]]);
      assert.match(secrets[1]!, /^svc_ci_[0-9a-f]{32}$/);
      assert.match(commands, /extension push/);
      const all = [...secrets, runner.env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]!];
      for (const secret of all) assert.ok(!`${commands}${seen.log}`.includes(secret));
      assert.deepEqual(await filesWith(job.home.replace(/\/home$/, ""), all), []);
      assert.ok(await isPublished(scene, NAME));
    },
  );

  const pull = async (who: Person, version: string) => {
    const { code, stderr } = await who.svc([
      ...["extension", "pull", `${NAME}@${version}`, "--require-provenance", "--yes", "--json"],
    ]);
    return code === 0 ? "pulled" : JSON.parse(stderr.slice(stderr.indexOf("{"))).code;
  };
  await using bob = await scene.job({});

  await step(
    "somebody installs what the job signed, and checks it without a registry",
    async () => {
      await bob.ok(["init"]);
      assert.equal(await pull(bob, VERSION), "pulled");
      const locked = JSON.parse(await Deno.readTextFile(`${bob.work}/upstream_extensions.json`));
      assert.deepEqual(locked[NAME].publisher, {
        issuer: issuers.github.issuer,
        repository: `${issuers.github.url}/acme/greeter`,
        ...{ repositoryId: "74", ownerId: "65", identity: null },
        workflow: ".github/workflows/release.yml",
      });
      const alone = { env: { SVC_CLUB_URL: "http://127.0.0.1:9" } };
      const [one] = JSON.parse(await bob.ok(["extension", "verify", "--json"], alone)).extensions;
      assert.deepEqual([one.status, one.version], ["verified", VERSION]);
      assert.match(one.runUrl, /\/acme\/greeter\/actions\/runs\/1728\/attempts\/1$/);
    },
  );

  await step("who pulls from a mirror that strips a statement is told by the log", async () => {
    await using carol = await scene.job({});
    await carol.ok(["init"]);
    gate.change = (line, body) =>
      /\/checksum$/.test(line) ? JSON.stringify({ ...JSON.parse(body), provenance: null }) : body;
    assert.equal(await pull(carol, VERSION), "log_inconsistent");
    gate.change = undefined;
  });

  await step("another workflow of the repository is another publisher", async () => {
    const [version, workflow] = ["2026.11.24.1", "other.yml"];
    const ref = `refs/tags/v${version}`;
    const workflow_ref = `acme/greeter/.github/workflows/${workflow}@${ref}`;
    await scene.trust({ ...GITHUB, workflow });
    issuers.github.job = { ref, workflow_ref, job_workflow_ref: workflow_ref };
    const pushed = await job.svc([...push(await write(job, NAME, version)), "--provenance"]);
    assert.equal(pushed.code, 0, pushed.stderr);
    issuers.github.job = {};
    await write(job);
    assert.equal(await pull(bob, version), "publisher_changed");
  });

  await step("the key has ended, and the identity token is used up", async () => {
    const [token, key] = secrets as [string, string];
    assert.equal(await statusOf(scene, key), 401);
    const again = await fetch(`${gate.url}/api/v1/publishing/exchange`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    assert.deepEqual([again.status, (await again.json()).code], [400, "token_reused"]);
  });

  await step(
    "the same again has no effect; another version than the tag's is refused",
    async () => {
      assert.equal(JSON.parse(await job.ok(push(manifest))).alreadyPublished, true);
      const other = await job.svc(push(await write(job, NAME, "2026.11.24.1")));
      assert.equal(other.code, 1, other.stdout);
      assert.equal(await statusOf(scene, masked(other).secrets[1]!), 401);
      await write(job);
    },
  );

  await step(
    "the wrong environment is named, and a check tells that the right one may push",
    async () => {
      issuers.github.job = { environment: "staging" };
      const refused = await job.svc(push(manifest));
      assert.equal(refused.code, 1);
      const { code, details } = JSON.parse(
        refused.stderr.replace(/^::.*\n/gm, "").replace(/^[^{]*/, ""),
      );
      assert.equal(code, "no_publisher");
      assert.ok(
        details.some(({ path }: { path: string }) => path.includes("environment")),
        refused.stderr,
      );
      issuers.github.job = {};
      const right = await job.svc(["publisher", "check", NAME]);
      assert.equal(right.code, 0, right.stderr);
      assert.match(right.stdout, /This job of GitHub Actions may push @acme\/greeter/);
      assert.equal(await statusOf(scene, masked(right).secrets[1]!), 401);
    },
  );

  await step("an extension of a private collective is published as well", async () => {
    const set = (isPrivate: boolean) =>
      fetch(`${gate.url}/api/v1/collectives/acme`, {
        method: "PATCH",
        headers: {
          "content-type": "application/json",
          origin: gate.url,
          cookie: scene.ada.cookie,
        },
        body: JSON.stringify({ private: isPrivate }),
      });
    const name = "@acme/private-greeter";
    await scene.trust({ ...GITHUB, extension: name });
    const hidden = await set(true);
    assert.equal(hidden.status, 200, await hidden.text());
    const said = await job.svc(push(await write(job, name)));
    assert.equal(said.code, 0, said.stderr);
    assert.equal(JSON.parse(said.stdout).visibility, "private");
    assert.equal((await set(false)).status, 200);
  });

  await step("a job that may only stage stages, and is told so when it pushes", async () => {
    const name = "@acme/staged-greeter";
    await scene.trust({ ...GITHUB, extension: name, actions: ["stage"] });
    const pushed = await job.svc(push(await write(job, name)));
    assert.equal(pushed.code, 1);
    assert.match(pushed.stderr, /@acme\/staged-greeter does not allow to push a version/);
    const [command, , ...rest] = push(`${job.work}/${name}/manifest.yaml`);
    const staged = await job.svc([command!, "stage", ...rest, "--provenance"]);
    assert.equal(staged.code, 0, staged.stderr);
    assert.equal(JSON.parse(staged.stdout).state, "staged");
    assert.equal(await statusOf(scene, masked(staged).secrets[1]!), 401);
    assert.equal(await isPublished(scene, name), false);
  });

  await step("what was staged is public once a person approves it with a code", async () => {
    const post = async (path: string, body: unknown) => {
      const response = await fetch(`${gate.url}/api/v1${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: gate.url,
          cookie: scene.ada.cookie,
        },
        body: JSON.stringify(body),
      });
      assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
      return await response.json();
    };
    const { secret, offer } = await post("/account/totp", {});
    // Each code counts once, and that of the next step is taken already: clocks differ.
    const code = (later: number) =>
      codeAt(fromBase32(secret), Math.floor(Date.now() / 30_000) + later);
    await post("/account/totp/confirm", { offer, code: code(0) });
    const listed = await fetch(`${gate.url}/api/v1/staged`, {
      headers: { cookie: scene.ada.cookie },
    });
    const { staged: [waiting] } = await listed.json();
    const { checksum } = waiting;
    const decided = await post(`/staged/${waiting.id}/approve`, { checksum, code: code(1) });
    assert.equal(decided.state, "published");
    const latest = await fetch(
      `${gate.url}/api/v1/extensions/${encodeURIComponent("@acme/staged-greeter")}/latest`,
    );
    const { latestVersionDetail: { checksum: published, provenance } } = await latest.json();
    assert.deepEqual([published, provenance.kind], [checksum, "ci"]);
  });

  await step("a pull request is refused whoever is trusted", async () => {
    issuers.github.job = { event_name: "pull_request_target" };
    const { stderr } = await job.svc(push(manifest));
    assert.match(stderr, /event_refused/);
    assert.match(stderr, /nobody has reviewed/);
    issuers.github.job = {};
  });

  await step("GitHub's service that is slow is waited for", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    runner.until = promise;
    const asked = runner.received(runner.requests.length + 1);
    const pushing = job.svc(push(manifest));
    await asked;
    resolve();
    assert.equal((await pushing).code, 0);
    runner.until = undefined;
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    await step(
      `${signal} while it publishes: the key is ended first, nothing is published`,
      async () => {
        const name = `@acme/greeter-${signal.toLowerCase()}`;
        await scene.trust({ ...GITHUB, extension: name });
        const held = gate.hold(/^POST \/api\/v1\/extensions\/confirm$/, "before");
        const pushing = job.start(push(await write(job, name)));
        const { release } = await held;
        pushing.kill(signal);
        const { code, stderr } = await pushing.output();
        const said = { code, stdout: "", stderr: new TextDecoder().decode(stderr) };
        assert.equal(code, 1, said.stderr);
        assert.match(said.stderr, /Interrupted while publishing/);
        const [, key] = masked(said).secrets;
        assert.equal(await statusOf(scene, key!), 401, "the key was ended before svc did");
        release();
        assert.equal(await isPublished(scene, name), false);
        assert.equal((await job.svc(push(`${job.work}/${name}/manifest.yaml`))).code, 0);
      },
    );
  }
});

Deno.test("jobs of the other providers publish, each with the token that it gets", async (test) => {
  const step = inOrder(test);
  await using scene = await setPublishingScene();
  const { gate, issuers } = scene;
  const programs = await Deno.makeTempDir({ prefix: "svc-ci-programs-" });
  await using _ = {
    [Symbol.asyncDispose]: () => Deno.remove(programs, { recursive: true }),
  };
  /** A program that prints a token when it is called as documented, and nothing otherwise. */
  const program = async (
    name: string,
    issuer: Issuer,
    line: (audience: string) => readonly string[],
  ) => {
    const tokens: string[] = [];
    const branches: string[] = [];
    for (const audience of [gate.url, "sigstore"]) {
      const args = line(audience);
      const test = args.map((arg, index) => `[ "$${index + 1}" = '${arg}' ]`).join(" && ");
      tokens.push(await issuer.token(audience));
      branches.push(`[ $# = ${args.length} ] && ${test} && echo '${tokens.at(-1)}' && exit`);
    }
    const text = ["#!/bin/sh", ...branches, "echo usage >&2", "exit 64", ""].join("\n");
    await Deno.writeTextFile(`${programs}/${name}`, text, { mode: 0o755 });
    return tokens;
  };
  const published = async (
    job: Person,
    name: string,
    secrets: readonly string[],
    ...options: string[]
  ) => {
    const said = await job.svc([...push(await write(job, name)), ...options]);
    assert.equal(said.code, 0, said.stderr);
    assert.equal(JSON.parse(said.stdout).provenance, options.length > 0 ? "ci" : undefined);
    assert.doesNotMatch(said.stdout + said.stderr, /svc_ci_|eyJ|::add-mask/);
    assert.deepEqual(await filesWith(job.home, [...secrets, "svc_ci_"]), []);
    assert.ok(await isPublished(scene, name));
  };

  await step("GitLab: SVC_ID_TOKEN, once", async () => {
    const name = "@acme/gitlab-greeter";
    await scene.trust({
      extension: name,
      provider: "gitlab",
      names: { project: "acme/greeter" },
      workflow: ".gitlab-ci.yml",
    });
    const token = await issuers.gitlab.token(gate.url);
    const forSigstore = await issuers.gitlab.token("sigstore");
    await using job = await scene.job({
      CI: "true",
      GITLAB_CI: "true",
      SVC_ID_TOKEN: token,
      SIGSTORE_ID_TOKEN: forSigstore,
    });
    await published(job, name, [token, forSigstore], "--provenance");
  });

  await step("Buildkite: its agent, asked for the ids as well", async () => {
    const name = "@acme/buildkite-greeter";
    await scene.trust({
      extension: name,
      provider: "buildkite",
      names: { organization: "acme", pipeline: "greeter" },
      refRule: "tag:v{version}",
    });
    const tokens = await program("buildkite-agent", issuers.buildkite, (audience) => [
      ...["oidc", "request-token", "--audience", audience],
      ...["--claim", "organization_id", "--claim", "pipeline_id"],
    ]);
    await using job = await scene.job({
      CI: "true",
      BUILDKITE: "true",
      PATH: `${programs}:${Deno.env.get("PATH")}`,
    });
    await published(job, name, tokens, "--provenance");
    await Deno.writeTextFile(
      `${programs}/buildkite-agent`,
      "#!/bin/sh\necho eyJsecret >&2; exit 3\n",
    );
    const failed = await job.svc(push(`${job.work}/${name}/manifest.yaml`));
    assert.match(failed.stderr, /'buildkite-agent' ended with 3/);
    assert.doesNotMatch(failed.stderr, /eyJsecret/);
  });

  await step("CircleCI: its program, with the audience as a claim", async () => {
    const name = "@acme/circleci-greeter";
    const claims = JSON.parse(atob(
      (await issuers.circleci.token(gate.url)).split(".")[1]!.replaceAll("-", "+").replaceAll(
        "_",
        "/",
      ),
    ));
    await scene.trust({
      extension: name,
      provider: "circleci",
      names: { origin: "github.com/acme/greeter" },
      ids: {
        organization: claims.sub.split("/")[1],
        project: claims["oidc.circleci.com/project-id"],
      },
      workflow: claims["oidc.circleci.com/pipeline-definition-id"],
    });
    const tokens = await program(
      "circleci",
      issuers.circleci,
      (aud) => ["run", "oidc", "get", "--claims", JSON.stringify({ aud })],
    );
    await using job = await scene.job({
      CI: "true",
      CIRCLECI: "true",
      PATH: `${programs}:${Deno.env.get("PATH")}`,
    });
    await published(job, name, tokens, "--provenance");
    await using elsewhere = await scene.job({ CI: "true", CIRCLECI: "true" });
    const lacking = await elsewhere.svc(push(await write(elsewhere, name)));
    assert.equal(lacking.code, 4, lacking.stderr);
    assert.match(lacking.stderr, /circleci.* cannot be started/);
  });

  await step("Google: the metadata server, past a proxy that the machine has", async () => {
    const name = "@acme/google-greeter";
    await scene.trust({
      extension: name,
      provider: "google",
      names: { email: "publisher@acme-ci.iam.gserviceaccount.test" },
    });
    let token = "";
    await using metadata = startService(async ({ path }, headers) => {
      const { searchParams } = new URL(path, "http://metadata");
      if (headers.get("metadata-flavor") !== "Google") return new Response(null, { status: 403 });
      return new Response(token = await issuers.google.token(searchParams.get("audience")));
    });
    await using job = await scene.job({
      GCE_METADATA_HOST: `localhost:${new URL(metadata.url).port}`,
      HTTP_PROXY: "http://127.0.0.1:9",
      http_proxy: "http://127.0.0.1:9",
      NO_PROXY: "127.0.0.1",
      no_proxy: "127.0.0.1",
    });
    await published(job, name, [token || "svc_ci_"]);
  });
});

import assert from "node:assert/strict";
import { type IssuerKind, JOB_CLAIMS } from "@svc/fakes/oidc";
import { svc, temporaryConfig } from "../testing/host.ts";
import { addCommand } from "./job_claims.ts";

const SERVER = "https://registry.test";

async function add(...argv: string[]) {
  await using config = await temporaryConfig();
  const done = await svc(["publisher", "add", ...argv, "--json"], {
    env: { SVC_CLUB_URL: SERVER, XDG_CONFIG_HOME: config.path },
  });
  return { ...done, ...JSON.parse(done.stdout || done.stderr) };
}

/** The fields of the page's form that the address fills in. */
const formOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

const ROWS: readonly [line: string, form: Record<string, string>][] = [
  [
    "--github acme/greeter --workflow release.yml --environment publish --ref tag:v{version}",
    {
      provider: "github",
      repository: "acme/greeter",
      workflow: "release.yml",
      environment: "publish",
      ref: "tag:v{version}",
    },
  ],
  [
    "--github acme/greeter --only-stage --self-hosted --event push --event release",
    {
      provider: "github",
      repository: "acme/greeter",
      events: "push, release",
      runner: "any",
      may: "stage",
    },
  ],
  [
    "--github acme/greeter --issuer https://ghe.acme.test/_services/token",
    {
      provider: "github",
      issuer: "https://ghe.acme.test/_services/token",
      repository: "acme/greeter",
    },
  ],
  ["--gitlab acme/tools/greeter", { provider: "gitlab", project: "acme/tools/greeter" }],
  [
    "--buildkite acme/greeter --ref branch:main",
    { provider: "buildkite", organization: "acme", pipeline: "greeter", ref: "branch:main" },
  ],
  [
    "--circleci github.com/acme/greeter --id organization=1 --id project=2",
    {
      provider: "circleci",
      origin: "github.com/acme/greeter",
      organizationId: "1",
      projectId: "2",
    },
  ],
  ["--google ci@acme.test", { provider: "google", email: "ci@acme.test" }],
  [
    "--issuer https://ci.acme.test --claim oidc.acme.test/project=a=b --claim b=c --id project_uid=74",
    {
      provider: "oidc",
      issuer: "https://ci.acme.test",
      claims: "oidc.acme.test/project=a=b\nb=c",
      id: "project_uid=74",
    },
  ],
];

for (const [line, form] of ROWS) {
  Deno.test(`the page's form is filled in: ${line}`, async () => {
    const { exit, url, changed } = await add("@acme/greeter", ...line.split(" "));
    assert.deepEqual([exit, changed], [4, false]);
    assert.ok(url.startsWith(`${SERVER}/collectives/acme/settings/publishers?`), url);
    assert.deepEqual(formOf(url), { extension: "@acme/greeter", ...form });
  });
}

const WRONG: readonly [line: string, message: RegExp][] = [
  ["", /One of --github, .* or --issuer is needed/],
  ["--github acme/greeter --gitlab acme/greeter", /Only one of/],
  ["--github greeter", /--github is <owner\/repository>, and 'greeter' is not/],
  ["--github https://github.com/acme/greeter", /--github is/],
  ["--github acme/greeter/../x", /--github is/],
  ["--buildkite acme", /--buildkite is/],
  ["--circleci https://github.com/acme/x", /--circleci is/],
  ["--google nobody", /--google is/],
  ["--issuer http", /--issuer is the address/],
  ["--issuer https://ci.test?x=1", /--issuer is the address/],
  ["--issuer https://ci.test --id sub=x --claim sub", /--claim is <name>=<value>/],
  ["--github a/b --claim sub=x", /--claim cannot be used with --github/],
  ["--github a/b --id owner=65", /--id cannot be used with --github: .* learned/],
  ["--circleci github.com/a/b", /--circleci needs --id organization=<id> and --id project=<id>/],
  ["--circleci github.com/a/b --id organization=1", /--circleci needs/],
  ["--issuer https://ci.test --claim sub=x", /one --id is needed/],
  ["--github a/b --ref main", /--ref is any, protected/],
  ["--github a/b --ref tag:", /--ref is any, protected/],
];

for (const [line, message] of WRONG) {
  Deno.test(`a line that names no publisher is refused: ${line || "nothing"}`, async () => {
    const { exit, error } = await add("@acme/greeter", ...line.split(" ").filter(Boolean));
    assert.equal(exit, 2);
    assert.match(error, message);
  });
}

const PLACES: Readonly<Record<IssuerKind, Record<string, string>>> = {
  github: { repository: "acme/greeter", workflow: "release.yml" },
  gitlab: { project: "acme/greeter", workflow: ".gitlab-ci.yml" },
  buildkite: { organization: "acme", pipeline: "greeter" },
  circleci: {
    origin: "github.com/acme/greeter",
    projectId: "7c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5",
    workflow: "5e6f7081-92a3-44b5-86d7-e8f901122334",
  },
  google: { email: "publisher@acme-ci.iam.gserviceaccount.test" },
  oidc: { id: "sub=job:acme/greeter:main" },
};

for (const kind of Object.keys(PLACES) as IssuerKind[]) {
  Deno.test(`the command that a refused job of ${kind} is told adds its place`, async () => {
    const claims = { iss: "https://issuer.test", ...JOB_CLAIMS[kind]("issuer.test") };
    const line = addCommand("@acme/greeter", claims);
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", `svc() { printf '%s\\n' "$@"; }; ${line}`],
    }).output();
    const [, , ...argv] = new TextDecoder().decode(stdout).trimEnd().split("\n");
    const { url, error } = await add(...argv);
    assert.ok(url, error);
    const form = formOf(url);
    assert.deepEqual({ ...form, provider: kind, ...PLACES[kind] }, form);
  });
}

Deno.test("a claim that a stranger chose is one word of the command", () => {
  const iss = "https://token.actions.githubusercontent.com";
  const claims = { iss, workflow_ref: "x", repository: "a/b'; rm -rf ~; '", environment: "$(id)" };
  const line = addCommand("@acme/x", claims);
  assert.equal(
    line,
    `svc publisher add @acme/x --github 'a/b'\\''; rm -rf ~; '\\''' --environment '$(id)'`,
  );
});

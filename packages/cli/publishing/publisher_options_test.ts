import assert from "node:assert/strict";
import { NewPublisher } from "@svc/core/wire";
import { type IssuerKind, JOB_CLAIMS } from "@svc/fakes/oidc";
import { svc } from "../testing/host.ts";
import { addCommand } from "./place.ts";

const SERVER = "https://registry.test";

async function add(...argv: string[]) {
  const done = await svc(["publisher", "add", ...argv, "--json"], {
    env: { SVC_CLUB_URL: SERVER, XDG_CONFIG_HOME: "/nowhere" },
  });
  return { ...done, ...JSON.parse(done.stdout || done.stderr) };
}

/** The page's form as the address fills it in, put together as the page does. */
function formOf(url: string): unknown {
  const form: Record<string, unknown> = {};
  const { searchParams } = new URL(url);
  for (const [name, value] of searchParams) {
    const [group, field] = [name.split(".", 1)[0]!, name.slice(name.indexOf(".") + 1)];
    if (name.includes(".")) form[group] = { ...form[group] as object, [field]: value };
    else if (["events", "actions"].includes(name)) form[name] = searchParams.getAll(name);
    else form[name] = value;
  }
  return form;
}

const X = { extension: "@acme/greeter" };

const ROWS: readonly [line: string, form: object][] = [
  [
    "--github acme/greeter --workflow release.yml --environment publish --ref tag:v{version}",
    {
      provider: "github",
      names: { repository: "acme/greeter" },
      workflow: "release.yml",
      environment: "publish",
      refRule: "tag:v{version}",
    },
  ],
  [
    "--github acme/greeter --only-stage --self-hosted --event push --event release --id owner=65",
    {
      provider: "github",
      names: { repository: "acme/greeter" },
      ids: { owner: "65" },
      events: ["push", "release"],
      runnerRule: "any",
      actions: ["stage"],
    },
  ],
  [
    "--github acme/greeter --issuer https://ghe.acme.test/_services/token",
    {
      provider: "github",
      issuer: "https://ghe.acme.test/_services/token",
      names: { repository: "acme/greeter" },
    },
  ],
  ["--gitlab acme/tools/greeter", { provider: "gitlab", names: { project: "acme/tools/greeter" } }],
  [
    "--buildkite acme/greeter --ref branch:main",
    {
      provider: "buildkite",
      names: { organization: "acme", pipeline: "greeter" },
      refRule: "branch:main",
    },
  ],
  [
    "--circleci github.com/acme/greeter --id organization=1 --id project=2",
    {
      provider: "circleci",
      names: { origin: "github.com/acme/greeter" },
      ids: { organization: "1", project: "2" },
    },
  ],
  ["--google ci@acme.test", { provider: "google", names: { email: "ci@acme.test" } }],
  [
    "--issuer https://ci.acme.test --claim oidc.acme.test/project=a=b --id project_uid=74",
    {
      provider: "oidc",
      issuer: "https://ci.acme.test",
      names: { "oidc.acme.test/project": "a=b" },
      ids: { project_uid: "74" },
    },
  ],
];

for (const [line, form] of ROWS) {
  Deno.test(`the page's form is filled in: ${line}`, async () => {
    const { exit, url, changed } = await add("@acme/greeter", ...line.split(" "));
    assert.deepEqual([exit, changed], [4, false]);
    assert.ok(url.startsWith(`${SERVER}/collectives/acme/settings/publishers?`), url);
    const found = formOf(url);
    assert.deepEqual(found, { ...X, ...form });
    NewPublisher.parse(found);
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
  ["--issuer https://ci.test --claim sub", /--claim is <name>=<value>/],
  ["--github a/b --claim sub=x", /--claim cannot be used with --github/],
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

const PLACES: Readonly<Record<IssuerKind, object>> = {
  github: { repository: "acme/greeter" },
  gitlab: { project: "acme/greeter" },
  buildkite: { organization: "acme", pipeline: "greeter" },
  circleci: { origin: "github.com/acme/greeter" },
  google: { email: "publisher@acme-ci.iam.gserviceaccount.test" },
  oidc: { sub: "job:acme/greeter:main" },
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
    const form = NewPublisher.parse(formOf(url));
    assert.deepEqual([form.provider, form.names], [kind, PLACES[kind]]);
  });
}

Deno.test("a claim that a stranger chose is one word of the command", () => {
  const claims = { workflow_ref: "x", repository: "a/b'; rm -rf ~; '", environment: "$(id)" };
  const line = addCommand("@acme/x", claims);
  assert.equal(
    line,
    `svc publisher add @acme/x --github 'a/b'\\''; rm -rf ~; '\\''' --environment '$(id)'`,
  );
});

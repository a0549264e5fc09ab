import assert from "node:assert/strict";
import { parse } from "yaml";
import { githubProblems } from "../testing/github_files.ts";
import { CI_NAMES, ciFile, type CiJobFile } from "./ci.ts";

const JOB: CiJobFile = {
  manifest: {
    name: "@acme/greeter",
    version: "2026.11.23.1",
    repository: "https://github.com/acme/greeter",
  },
  folder: "",
  path: ".github/workflows/release.yml",
  registry: "https://registry.test",
  client: { version: "2026.11.20", sum: "a".repeat(64) },
};

const IN_FOLDER = { ...JOB, folder: 'extensions/it\'s: a "$(id)" #x' };

Deno.test("GitHub's own parser takes the workflow, in a folder of any name", async () => {
  for (const job of [JOB, IN_FOLDER, { ...JOB, registry: "http://a'$(id)'b.example" }]) {
    const { text } = await ciFile("github", job);
    assert.deepEqual(await githubProblems("workflow", text), []);
  }
});

Deno.test("GitHub's own parser finds what is wrong with a workflow", async () => {
  const { text } = await ciFile("github", JOB);
  for (
    const [from, to, problem] of [
      ["id-token: write", "id-token: yes", /Unexpected value 'yes'/],
      ["timeout-minutes", "timeout-minute", /Unexpected value 'timeout-minute'/],
      ["run: svc extension push --yes", "", /./],
    ] as const
  ) {
    const [found = ""] = await githubProblems("workflow", text.replace(from, to));
    assert.match(found, problem);
  }
});

Deno.test("the workflow may read and ask for its token, and each action is one commit", async () => {
  const { text } = await ciFile("github", JOB);
  const { on, permissions, jobs: { publish }, ...rest } = parse(text);
  assert.deepEqual(Object.keys(rest), ["name"]);
  assert.deepEqual(on, { push: { tags: ["v*"] } });
  assert.deepEqual(permissions, {});
  assert.deepEqual(publish.permissions, { contents: "read", "id-token": "write" });
  assert.equal(publish.environment, "publish");
  assert.deepEqual(publish.env, { SVC_CLUB_URL: "https://registry.test" });
  for (const { uses } of publish.steps) {
    if (uses !== undefined) assert.match(uses, /^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  }
  assert.equal(publish.steps[0].with["persist-credentials"], false);
  // What a step runs is a fixed text: nothing of an event can become a command.
  assert.doesNotMatch(text, /\$\{\{|secrets/);
});

Deno.test("GitLab's job asks for its token by the registry's audience, on tags only", async () => {
  const { text } = await ciFile("gitlab", { ...JOB, registry: "https://registry.test/svc" });
  const { publish, ...rest } = parse(text);
  assert.deepEqual(rest, {});
  const { script, image, ...job } = publish;
  assert.deepEqual(job, {
    rules: [{ if: "$CI_COMMIT_TAG =~ /^v/" }],
    environment: "publish",
    timeout: "15 minutes",
    id_tokens: { SVC_ID_TOKEN: { aud: "https://registry.test" } },
    variables: { SVC_CLUB_URL: "https://registry.test/svc" },
  });
  assert.equal(typeof image, "string");
  assert.ok(script.every((line: unknown) => typeof line === "string"), script);
});

Deno.test("a folder is entered as it is called, whatever a shell would make of it", async () => {
  const { publish } = parse((await ciFile("gitlab", IN_FOLDER)).text);
  const enter = publish.script.find((line: string) => line.startsWith("cd "));
  const { stdout } = await new Deno.Command("sh", {
    args: ["-c", `cd() { printf %s "$1"; }; ${enter}`],
  }).output();
  assert.equal(new TextDecoder().decode(stdout), `./${IN_FOLDER.folder}`);
  const github = parse((await ciFile("github", IN_FOLDER)).text);
  assert.equal(github.jobs.publish.steps.at(-1)["working-directory"], IN_FOLDER.folder);
});

Deno.test("the script that installs svc is checked before it is run", async () => {
  for (const ci of CI_NAMES) {
    const { text } = await ciFile(ci, JOB);
    const at = (part: RegExp) => text.search(part);
    assert.ok(at(/curl -fsSL/) < at(/[a]{64} {2}\S+" \| sha256sum --check$/m));
    assert.ok(at(/sha256sum --check$/m) < at(/^ +(?:- )?sh /m));
    assert.doesNotMatch(text, /\{\{\w/);
  }
});

Deno.test("one extension of several has tags and a workflow of its own", async () => {
  const { tag, add, text } = await ciFile("github", {
    ...IN_FOLDER,
    path: ".github/workflows/release-greeter.yml",
  });
  assert.equal(tag, "greeter-v2026.11.23.1");
  assert.equal(
    add,
    "svc publisher add @acme/greeter --github acme/greeter --workflow release-greeter.yml " +
      "--environment publish --ref 'tag:greeter-v{version}'",
  );
  assert.deepEqual(parse(text).on.push.tags, ["greeter-v*"]);
});

Deno.test("the repository of the manifest is named where it is the provider's", async () => {
  for (
    const [ci, repository, option] of [
      ["github", "https://github.com/acme/greeter.git", "--github acme/greeter"],
      ["github", "https://gitlab.com/acme/greeter", "--github <owner/repository>"],
      ["github", undefined, "--github <owner/repository>"],
      ["github", "https://github.com/acme/greeter/tree/main;id", "--github <owner/repository>"],
      ["gitlab", "https://gitlab.com/acme/tools/greeter", "--gitlab acme/tools/greeter"],
    ] as const
  ) {
    const { add } = await ciFile(ci, { ...JOB, manifest: { ...JOB.manifest, repository } });
    assert.ok(add.includes(`${option} --workflow`), add);
  }
});

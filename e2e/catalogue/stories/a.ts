import assert from "node:assert/strict";
import {
  type CodeHost,
  SCANNED_ORG,
  SCANNED_REPOSITORIES,
  SCANNED_TOKEN,
  startScanned,
} from "@svc/fakes/codehost";
import { ownFilesWith } from "../../process/own_files.ts";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

/** The scanners, each with the behavior that lists its alerts and the argument of `build` for it. */
const SCANNERS = {
  "dependabot": { behavior: "deps", argument: "dependabot" },
  "code-scanning": { behavior: "code", argument: "codeScanning" },
  "secret-scanning": { behavior: "secrets", argument: "secretScanning" },
} as const;

type Scanner = keyof typeof SCANNERS;

const VISIBLE = SCANNED_REPOSITORIES.filter((name) => name !== "private");

/** What each scanner says of the repositories that are not simply available. */
const UNAVAILABLE: Readonly<Record<Scanner, Readonly<Record<string, string>>>> = {
  "dependabot": { off: "disabled", archived: "archived" },
  "code-scanning": { off: "disabled", "no-analysis": "no-analysis", "quiet-but-off": "disabled" },
  "secret-scanning": { off: "disabled" },
};

/** Open alerts of each scanner, by repository. */
const OPEN: Readonly<Record<Scanner, Readonly<Record<string, number>>>> = {
  "dependabot": { many: 250, renamed: 1, busy: 2, mixed: 4 },
  "code-scanning": { many: 250, archived: 1, mixed: 4 },
  "secret-scanning": { many: 250, "generic-only": 2, mixed: 1, leaked: 1 },
};

/** Family A: three scanners over twelve kinds of repositories, and the messages made of them. */
export const securityAlerts: Story = {
  name: "A: the alerts of twelve kinds of repositories become messages, and every gap is named",
  needs: [],
  async run(world, test) {
    await using host = await startScanned();
    await world.publish(...Object.keys(SCANNERS).map((scanner) => `@svc/github-${scanner}`));
    // The scanners come along as dependencies.
    await using person = await world.consumer({
      extensions: ["@svc/github-security-alerts"],
      env: { GITHUB_API_URL: host.url, GH_TOKEN: SCANNED_TOKEN },
    });
    for (const [scanner, { behavior }] of Object.entries(SCANNERS)) {
      const org = ["--global-arg", `org=${SCANNED_ORG}`];
      const token = ["--global-arg", "token=${{ env.GH_TOKEN }}"];
      const type = `@svc/github/${scanner}/alerts`;
      await person.ok(["behavior", "create", type, behavior, ...org, ...token]);
    }
    await person.ok([
      ...["behavior", "create", "@svc/github/security-alerts", "messages"],
      ...["--global-arg", `org=${SCANNED_ORG}`],
    ]);

    // Asked again, which takes the client library four seconds: once is enough.
    host.failNext(`/repos/${SCANNED_ORG}/busy/dependabot`, 503);
    for (const scanner of Object.keys(SCANNERS) as Scanner[]) {
      await test.step(`${scanner}: one repository cannot be seen, the others are listed`, async () => {
        const { code, stderr } = await list(person, scanner, SCANNED_REPOSITORIES);
        assert.equal(code, 1);
        assert.match(stderr, /1 of 12 repositories could not be read:\n\s*acme\/private: /);
        await assertRun(person, scanner);
      });
    }

    await test.step("build makes a message for each repository with open alerts", async () => {
      const { code, stderr } = await build(person, VISIBLE);
      assert.equal(code, 0, stderr);
      const payloads = await content(person, "messages", "payloads");
      assertPayloads(payloads);
      const report = JSON.parse(
        await person.ok(["report", "get", "@svc/github-security-alerts/blocks", "--json"]),
      ).json;
      assert.deepEqual(
        report.messages.toSorted(byRepo),
        payloads.payloads.map(({ repo, payload }: Payload) => ({ repo, payload })).toSorted(byRepo),
      );
    });

    await test.step("build refuses a repository that nobody could read, by name", async () => {
      const { code, stderr } = await build(person, SCANNED_REPOSITORIES);
      assert.equal(code, 1);
      for (const { argument } of Object.values(SCANNERS)) {
        assert.match(stderr, new RegExp(`- ${argument}: acme/private could not be read`));
      }
    });

    await test.step("no secret and no token is in any file of theirs", async () => {
      const secrets = secretsOf(host);
      assert.ok(secrets.length > 250);
      const texts = [...secrets, SCANNED_TOKEN];
      const holds = (content: string) => texts.some((text) => content.includes(text));
      assert.deepEqual(await ownFilesWith(person, holds), []);
    });
  },
};

interface Payload {
  repo: string;
  total: number;
  payload: { text: string; blocks: Record<string, unknown>[] };
}

function list(person: Person, scanner: Scanner, repos: readonly string[]) {
  const { behavior } = SCANNERS[scanner];
  const input = ["--input", `repos=${JSON.stringify(repos)}`];
  return person.svc(["behavior", "run", behavior, "list", ...input]);
}

function build(person: Person, repos: readonly string[]) {
  const runs = Object.values(SCANNERS).flatMap(({ argument, behavior }) => [
    "--input",
    `${argument}=${behavior}`,
  ]);
  const input = ["--input", `repos=${JSON.stringify(repos)}`, ...runs];
  return person.svc(["behavior", "run", "messages", "build", ...input]);
}

// deno-lint-ignore no-explicit-any -- data of several shapes, looked at field by field
async function content(person: Person, behavior: string, name: string): Promise<any> {
  return JSON.parse(await person.ok(["data", "get", behavior, name, "--json"])).content;
}

async function assertRun(person: Person, scanner: Scanner): Promise<void> {
  const { behavior } = SCANNERS[scanner];
  const run = await content(person, behavior, "run");
  assert.equal(run.complete, false);
  assert.deepEqual(run.requestedRepos, SCANNED_REPOSITORIES.map((name) => `acme/${name}`));
  for (const [index, name] of SCANNED_REPOSITORIES.entries()) {
    const document = run.documents[index];
    const reason = name === "private" ? "not-found" : UNAVAILABLE[scanner][name] ?? null;
    const available = name === "private" ? null : reason === null;
    assert.deepEqual([document.available, document.reason], [available, reason], name);
    assert.equal(document.counts.total, OPEN[scanner][name] ?? 0, name);
    assert.equal(document.renamedTo, name === "renamed" ? "acme/moved" : undefined);
  }
  const own = await content(person, behavior, "alerts.acme~many");
  assert.deepEqual(own, run.documents[SCANNED_REPOSITORIES.indexOf("many")]);
}

function assertPayloads(data: Record<string, unknown>): void {
  const payloads = data.payloads as Payload[];
  const totals = payloads.map(({ repo, total }) => [repo, total]);
  assert.deepEqual(totals, [
    ["acme/many", 750],
    ["acme/archived", 1],
    ["acme/renamed", 1],
    ["acme/generic-only", 2],
    ["acme/busy", 2],
    ["acme/mixed", 9],
    ["acme/leaked", 1],
  ]);
  assert.deepEqual(data.quietRepos, [
    "acme/clean",
    "acme/off",
    "acme/no-analysis",
    "acme/quiet-but-off",
  ]);
  const expected = Object.entries(UNAVAILABLE).flatMap(([scanner, repos]) =>
    Object.entries(repos).map(([name, reason]) => `acme/${name} ${scanner} ${reason}`)
  );
  const unavailable = (data.unavailable as Record<string, string>[])
    .map(({ repo, scanner, reason }) => `${repo} ${scanner} ${reason}`);
  assert.deepEqual(unavailable.toSorted(), expected.toSorted());
  for (const { payload } of payloads) assertBlockKit(payload);
}

/** Block Kit's own limits, and that of a whole message, which the service refuses unsaid. */
function assertBlockKit({ text, blocks }: Payload["payload"]): void {
  assert.ok(text.length > 0 && text.length <= 4000);
  assert.ok(blocks.length <= 50 && JSON.stringify(blocks).length <= 12_000);
  // deno-lint-ignore no-explicit-any -- blocks as a chat service would read them
  for (const block of blocks as any[]) {
    switch (block.type) {
      case "header":
        assert.equal(block.text.type, "plain_text");
        assert.ok(block.text.text.length <= 150);
        break;
      case "section":
        assert.ok(block.text.text.length <= 3000);
        break;
      case "context":
        assert.ok(block.elements.length <= 10);
        break;
      default:
        assert.fail(`unknown block ${block.type}`);
    }
  }
}

function byRepo(one: { repo: string }, other: { repo: string }): number {
  return one.repo < other.repo ? -1 : 1;
}

function secretsOf(host: CodeHost): string[] {
  return VISIBLE.flatMap((name) =>
    host.alerts.of(`${SCANNED_ORG}/${name === "renamed" ? "moved" : name}`).secretScanning.alerts
  ).map(({ secret }) => secret);
}

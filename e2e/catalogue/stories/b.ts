import assert from "node:assert/strict";
import {
  piecesOf,
  READABLE_INSTALLATION,
  REFRESH_TOKEN,
  SAMPLE_TOKENS,
  startCodeHost,
  type TokenSeed,
} from "@svc/fakes/codehost";
import { ownFilesWith } from "../../process/own_files.ts";
import type { Story } from "../story.ts";

const { classic } = SAMPLE_TOKENS;

/** A token of each treatment: sent, with a text that tells its app, and never sent. */
const ALL: Readonly<Record<string, { text: string; seed?: TokenSeed }>> = {
  classic,
  readable: { text: READABLE_INSTALLATION, seed: SAMPLE_TOKENS["app-installation"].seed },
  refresh: { text: REFRESH_TOKEN },
};

/** What the audit of each finds. */
const EXPECTED: Readonly<Record<string, object>> = {
  classic: { valid: true, reason: null, tokenType: "classic" },
  readable: { valid: true, reason: null, tokenType: "app-installation" },
  refresh: { valid: null, reason: "refresh-token", tokenType: "app-refresh" },
};

/** Family B: tokens are audited, and none of them is found anywhere afterwards. */
export const tokenAudit: Story = {
  name: "B: tokens are audited, and no token is in data, log or error",
  needs: [],
  async run(world, test) {
    await using host = await startCodeHost({
      tokens: Object.fromEntries(
        Object.values(ALL).flatMap(({ text, seed }) => seed === undefined ? [] : [[text, seed]]),
      ),
      repositories: [{ owner: "octocat", name: "one" }, { owner: "octocat", name: "two" }],
    });
    await using person = await world.consumer({
      extensions: ["@svc/github-token-audit"],
      env: { GITHUB_API_URL: host.url },
    });
    const create = (name: string, argument: string) =>
      person.ok([
        "behavior",
        "create",
        "@svc/github-token-audit",
        name,
        "--global-arg",
        argument,
      ]);
    const printed: string[] = [];
    const audit = async (name: string, env = {}) => {
      const result = await person.svc(["behavior", "run", name, "audit", "--json"], { env });
      printed.push(result.stdout, result.stderr);
      return result;
    };
    await create("from-variable", "token=${{ env.AUDITED }}");

    for (const [name, { text }] of Object.entries(ALL)) {
      await test.step(name, async () => {
        const { code, stdout, stderr } = await audit("from-variable", { AUDITED: text });
        assert.equal(code, 0, stderr);
        const { valid, reason, tokenType } = JSON.parse(stdout).dataArtifacts[0].attributes;
        assert.deepEqual({ valid, reason, tokenType }, EXPECTED[name]);
      });
    }

    const tokenFile = `${person.home}/token`;
    await test.step("from a file", async () => {
      await Deno.writeTextFile(tokenFile, `${classic.text}\n`, { mode: 0o600 });
      await create("from-file", `tokenFile=${tokenFile}`);
      const { code, stderr } = await audit("from-file");
      assert.equal(code, 0, stderr);
      const item = `tokenaudit.127.0.0.1~${new URL(host.url).port}`;
      const data = JSON.parse(await person.ok(["data", "get", "from-file", item, "--json"]));
      assert.match(JSON.stringify(data), /"source":"file"/);
    });

    await test.step("an outage is an error, which tells no token either", async () => {
      host.failNext("/user", 503, {}, 2);
      const { code, stdout, stderr } = await audit("from-file");
      assert.equal(code, 1);
      assert.match(stdout + stderr, /the account of the token: .*answered 503/);
    });

    await test.step("no file of theirs but the token's own holds one, and nothing printed does", async () => {
      const texts = Object.values(ALL).map(({ text }) => text);
      assert.deepEqual(await ownFilesWith(person, (text) => holds(text, texts)), [tokenFile]);
      assert.deepEqual(printed.filter((text) => holds(text, texts)), []);
    });
  },
};

const holds = (text: string, tokens: readonly string[]) =>
  tokens.some((token) => piecesOf(token).some((piece) => text.includes(piece)));

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
const installation = SAMPLE_TOKENS["app-installation"].seed;

/** Tokens whose audit says more than their type: their text, and what the platform knows. */
const MORE: Readonly<Record<string, { text: string; seed?: TokenSeed }>> = {
  readable: { text: READABLE_INSTALLATION, seed: installation },
  refresh: { text: REFRESH_TOKEN },
  expired: { text: "ghp_k3W9zQeXpiredT0kenAbCdEfGhIjKlMnOpQr", seed: expired() },
  suspended: {
    text: "ghp_k3W9zQsUspEnDedT0kenAbCdEfGhIjKlMnOp",
    seed: { ...classic.seed, login: "hubot", suspended: true },
  },
  sso: {
    text: "ghp_k3W9zQsInGlEsIgnT0kenAbCdEfGhIjKlMnO",
    seed: { ...classic.seed, unauthorized: ["octo-org"] },
  },
};

const ALL: Readonly<Record<string, { text: string; seed?: TokenSeed }>> = {
  ...SAMPLE_TOKENS,
  ...MORE,
};

/** Family B: tokens of every kind are audited, and none of them is found anywhere afterwards. */
export const tokenAudit: Story = {
  name: "B: each kind of token is audited, and no token is in data, log or error",
  needs: [],
  async run(world, test) {
    await using host = await startCodeHost({
      tokens: Object.fromEntries(
        Object.values(ALL).flatMap(({ text, seed }) => seed === undefined ? [] : [[text, seed]]),
      ),
      repositories: [{ owner: "octocat", name: "one" }, { owner: "octocat", name: "two" }],
      organizations: [{ login: "octo-org", members: [{ login: "octocat", role: "admin" }] }],
    });
    host.clock.set("2030-01-01T00:00:00Z");
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
        const { valid, reason, tokenType, sso } = JSON.parse(stdout).dataArtifacts[0].attributes;
        assert.deepEqual({ valid, reason, tokenType, sso: sso?.required }, expected(name));
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

/** What the audit of a token finds. */
function expected(name: string) {
  const usual = { valid: true, reason: null, tokenType: name, sso: undefined };
  switch (name) {
    case "readable":
      return { ...usual, tokenType: "app-installation" };
    case "refresh":
      return { ...usual, valid: null, reason: "refresh-token", tokenType: "app-refresh" };
    case "expired":
      return { ...usual, valid: false, reason: "bad-credentials", tokenType: "classic" };
    case "suspended":
      return { ...usual, valid: false, reason: "suspended", tokenType: "classic" };
    case "sso":
      return { ...usual, tokenType: "classic", sso: false };
  }
  return usual;
}

function expired(): TokenSeed {
  return { ...classic.seed, expiresAt: "2029-12-31T23:59:59Z" };
}

const holds = (text: string, tokens: readonly string[]) =>
  tokens.some((token) => piecesOf(token).some((piece) => text.includes(piece)));

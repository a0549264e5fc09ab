import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "@svc/fakes/codehost";
import type { Person } from "../../process/svc.ts";
import type { Story } from "../story.ts";

const TOKEN = "ghp_k3W9zQeNtErPrIsEt0kenAbCdEfGhIjKlMn";
const OWNER = "octo-org";

/** Patterns that a server of an older version does not know. */
const UNKNOWN_PATTERNS = ["rsa_private_key", "password"];

const EXTENSIONS = [
  "@svc/github-code-scanning",
  "@svc/github-dependabot",
  "@svc/github-secret-scanning",
  "@svc/github-ensure",
  "@svc/github-token-audit",
  "@svc/github-releases",
];

/** Every way to an enterprise server: the argument `baseUrl`, and `gh` with `GH_HOST`. */
export const enterprise: Story = {
  name:
    "an enterprise server under /api/v3, older and without rate limits, is served like github.com",
  needs: ["gh"],
  async run(world, test) {
    await using host = await startEnterprise();
    const { env } = await host.gh(TOKEN);
    await using person = await world.consumer({
      extensions: EXTENSIONS,
      env: { ...env, GH_HOST: "ghe.example.com", GHE_TOKEN: TOKEN },
    });
    const baseUrl = `${host.url}/api/v3`;
    const globals = [`owner=${OWNER}`, "isOrg=true"];

    await test.step("patterns that it does not know are named, the others are searched", async () => {
      await create(person, "@svc/github/secret-scanning/alerts", "secrets", baseUrl, [
        `org=${OWNER}`,
      ]);
      const [alerts] = await run(person, "secrets", "list", { repos: '["tools"]' });
      assert.equal(alerts!.available, true);
      assert.deepEqual(
        [...alerts!.patternsUnsupported as string[]].sort(),
        [...UNKNOWN_PATTERNS].sort(),
      );
      const found = alerts!.alerts as { secretType: string }[];
      assert.deepEqual(found.map(({ secretType }) => secretType).sort(), [
        "google_api_key",
        "pgp_private_key",
      ]);
    });

    await test.step("the other two scanners have nothing to say of it", async () => {
      for (const scanner of ["code-scanning", "dependabot"]) {
        await create(person, `@svc/github/${scanner}/alerts`, scanner, baseUrl, [`org=${OWNER}`]);
        const [alerts] = await run(person, scanner, "list", { repos: '["tools"]' });
        assert.deepEqual([alerts!.available, alerts!.alerts], [true, []]);
      }
    });

    await test.step("what is made there is there, and its addresses are the server's", async () => {
      await create(person, "@svc/github-ensure", "ensure", baseUrl, globals);
      const [made] = await run(person, "ensure", "ensureRepo", { name: "fresh", dryRun: "false" });
      assert.equal(made!.outcome, "created");
      const [repos] = await run(person, "ensure", "sync", {});
      const names = (repos!.repos as { name: string }[]).map(({ name }) => name);
      assert.deepEqual(names.sort(), ["fresh", "tools"]);
    });

    await test.step("a token is audited without rate headers", async () => {
      await create(person, "@svc/github-token-audit", "audit", baseUrl, []);
      const [audit] = await run(person, "audit", "audit", {});
      assert.equal(audit!.valid, true);
      assert.equal(audit!.rateLimit, null);
    });

    await test.step("gh asks the host that GH_HOST names", async () => {
      await person.ok(["behavior", "create", "@svc/github-releases", "releases"]);
      const [release] = await run(person, "releases", "createRelease", {
        repo: `${OWNER}/tools`,
        tagName: "v1",
      });
      assert.equal(release!.outcome, "created");
      assert.match(String(release!.url), /^https:\/\/ghe\.example\.com\/octo-org\/tools\//);
    });

    await test.step("an address where no API answers says which one to write", async () => {
      await create(person, "@svc/github-ensure", "wrong", `${host.url}/wrong`, globals);
      const { code, stderr } = await person.svc(["behavior", "run", "wrong", "sync"]);
      assert.equal(code, 1);
      assert.ok(stderr.includes(`/wrong is not the address of an API`), stderr);
      assert.ok(stderr.includes(`Write ${host.url}/api/v3`), stderr);
    });

    await test.step("nothing was asked outside of /api/v3 but to find the wrong address", () => {
      const elsewhere = host.received.filter(({ enterprise }) => !enterprise);
      assert.deepEqual([...new Set(elsewhere.map(({ path }) => path.split("/")[1]))], ["wrong"]);
      // The description rightly has no operation for what was asked there.
      const meant = host.violations.filter((text) => !/^GET \/wrong\//.test(text));
      host.violations.splice(0, Infinity, ...meant);
    });
  },
};

/** A server of an older version: no limits, and some patterns of secrets unknown. */
async function startEnterprise(): Promise<CodeHost> {
  const host = await startCodeHost({
    tokens: { [TOKEN]: { kind: "classic", login: "octocat", scopes: ["repo", "admin:org"] } },
    repositories: [{ owner: OWNER, name: "tools" }],
    organizations: [{ login: OWNER, members: [{ login: "octocat", role: "admin" }] }],
  });
  host.limits.enabled = false;
  host.alerts.managers.add("octocat");
  for (const pattern of UNKNOWN_PATTERNS) host.alerts.unknownSecretTypes.add(pattern);
  host.alerts.of(`${OWNER}/tools`).secretScanning.alerts.push(
    { type: "google_api_key", provider: "google", secret: "AIza-of-the-story" },
    { type: "pgp_private_key", secret: "-----BEGIN PGP" },
  );
  return host;
}

async function create(
  person: Person,
  type: string,
  name: string,
  baseUrl: string,
  globals: readonly string[],
): Promise<void> {
  const args = ["token=${{ env.GHE_TOKEN }}", `baseUrl=${baseUrl}`, ...globals];
  await person.ok([
    ...["behavior", "create", type, name],
    ...args.flatMap((argument) => ["--global-arg", argument]),
  ]);
}

/** Runs a method and gives the contents of what it wrote. */
async function run(
  person: Person,
  behavior: string,
  method: string,
  inputs: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>[]> {
  const given = Object.entries(inputs).flatMap(([name, value]) => ["--input", `${name}=${value}`]);
  const text = await person.ok(["behavior", "run", behavior, method, ...given, "--json"]);
  return JSON.parse(text).dataArtifacts.map(
    ({ attributes }: { attributes: Record<string, unknown> }) => attributes,
  );
}

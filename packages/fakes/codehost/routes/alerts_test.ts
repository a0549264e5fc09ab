import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "../codehost.ts";

const REPO = "octocat/one";

/** Calls the host as its owner, or as a person who may only read. */
async function onHost(body: (host: CodeHost) => Promise<void>): Promise<void> {
  await using host = await startCodeHost({
    tokens: { owner: "octocat", reader: "mona" },
    repositories: [{ owner: "octocat", name: "one" }],
  });
  await body(host);
}

const numbers = async (host: CodeHost, path: string) =>
  (await host.call("owner", "GET", `/repos/${REPO}/${path}`) as { number: number }[])
    .map(({ number }) => number);

Deno.test("generic secrets are listed only when they are named, and then alone", async () => {
  await onHost(async (host) => {
    const secret = "not shown";
    host.alerts.of(REPO).secretScanning.alerts.push(
      { type: "github_personal_access_token", provider: "GitHub", secret },
      { type: "password", secret },
      { type: "acme_custom", secret },
    );
    assert.deepEqual(await numbers(host, "secret-scanning/alerts?state=open"), [3, 1]);
    assert.deepEqual(await numbers(host, "secret-scanning/alerts?secret_type=password"), [2]);
    assert.deepEqual(
      await numbers(host, "secret-scanning/alerts?secret_type=password,acme_custom"),
      [3, 2],
    );
    assert.deepEqual(
      await numbers(host, "secret-scanning/alerts?exclude_secret_types=acme_custom&state=open"),
      [3, 1],
    );
  });
});

Deno.test("a secret is shown unless it is to be hidden", async () => {
  await onHost(async (host) => {
    const secret = "ghp_of-nobody";
    host.alerts.of(REPO).secretScanning.alerts.push({
      type: "github_personal_access_token",
      secret,
    });
    const list = (query: string) =>
      host.call("owner", "GET", `/repos/${REPO}/secret-scanning/alerts?${query}`);
    assert.match(JSON.stringify(await list("")), new RegExp(secret));
    assert.doesNotMatch(JSON.stringify(await list("hide_secret=true")), new RegExp(secret));
    host.alerts.showsSecrets = true;
    assert.match(JSON.stringify(await list("hide_secret=true")), new RegExp(secret));
  });
});

Deno.test("Dependabot alerts page by cursor, the others by number", async () => {
  await onHost(async (host) => {
    const { codeScanning, dependabot } = host.alerts.of(REPO);
    for (let count = 0; count < 5; count++) {
      dependabot.alerts.push({});
      codeScanning.alerts.push({});
    }
    for (const [scanner, has] of [["dependabot", "after"], ["code-scanning", "page"]] as const) {
      const seen: number[] = [];
      let next: string | undefined = `${host.url}/repos/${REPO}/${scanner}/alerts?per_page=2`;
      while (next !== undefined) {
        const headers = { authorization: "Bearer owner" };
        const answer: Response = await fetch(next, { headers });
        seen.push(...(await answer.json()).map(({ number }: { number: number }) => number));
        next = /<([^>]+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1];
        assert.ok(next === undefined || new URL(next).searchParams.has(has));
      }
      assert.deepEqual(seen, [5, 4, 3, 2, 1]);
    }
  });
});

Deno.test("an alert that is no longer open is not listed as open", async () => {
  await onHost(async (host) => {
    host.alerts.of(REPO).dependabot.alerts.push({ state: "fixed" }, {}, { state: "dismissed" });
    assert.deepEqual(await numbers(host, "dependabot/alerts?state=open"), [2]);
    assert.deepEqual(await numbers(host, "dependabot/alerts?state=fixed,dismissed"), [3, 1]);
  });
});

for (
  const [what, change, scanner, refusal] of [
    [
      "code scanning that is off",
      (host: CodeHost) => void (host.alerts.of(REPO).codeScanning.state = "off"),
      "code-scanning",
      /403 .*Code Security must be enabled/,
    ],
    [
      "code scanning that never ran",
      (host: CodeHost) => void (host.alerts.of(REPO).codeScanning.state = "no-analysis"),
      "code-scanning",
      /404 .*no analysis found/,
    ],
    [
      "Dependabot that is off",
      (host: CodeHost) => void (host.alerts.of(REPO).dependabot.state = "off"),
      "dependabot",
      /403 .*Dependabot alerts are disabled/,
    ],
    [
      "an archived repository",
      (host: CodeHost) => host.call("owner", "PATCH", `/repos/${REPO}`, { archived: true }),
      "dependabot",
      /403 .*not available for archived repositories/,
    ],
    [
      "secret scanning that is off",
      (host: CodeHost) => void (host.alerts.of(REPO).secretScanning.state = "off"),
      "secret-scanning",
      /404 .*Secret scanning is disabled/,
    ],
  ] as const
) {
  Deno.test(`${what} is refused in the platform's words`, async () => {
    await onHost(async (host) => {
      await change(host);
      await assert.rejects(host.call("owner", "GET", `/repos/${REPO}/${scanner}/alerts`), refusal);
    });
  });
}

for (
  const [scanner, refusal] of [
    ["code-scanning", /403 .*not authorized to read code scanning alerts/],
    ["dependabot", /403 .*not authorized/],
    ["secret-scanning", /404 .*Not Found/],
  ] as const
) {
  Deno.test(`a person who may only read the repository is refused ${scanner} alerts`, async () => {
    await onHost(async (host) => {
      await assert.rejects(host.call("reader", "GET", `/repos/${REPO}/${scanner}/alerts`), refusal);
    });
  });
}

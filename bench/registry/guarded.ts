import process from "node:process";
import { POLICY, type PolicyKey, type PolicyRow } from "../../packages/core/policy/mod.ts";
import { createApp } from "../../packages/registry/app.ts";
import type { Services } from "../../packages/registry/access/services.ts";
import { quantile, say, verdict } from "./numbers.ts";

const ROUNDS = 120;
const ROUND = 10;

/** A request whose row asks for a proof, and how it is asked again and again. */
interface Guarded {
  key: PolicyKey;
  line: string;
  body(n: number): unknown;
  /** Takes away what a round left. */
  after?(services: Services): Promise<unknown>;
}

const COLLECTIVE = "/api/v1/collectives/guarded";

const REQUESTS: readonly Guarded[] = [
  {
    key: "keys.create",
    line: "POST /api/auth/api-key/create",
    body: () => ({ name: "bench" }),
    after: ({ db }) => db.deleteFrom("apikey").where("name", "=", "bench").execute(),
  },
  {
    key: "tokens.create",
    line: `POST ${COLLECTIVE}/api-tokens`,
    body: () => ({ name: "bench", scopes: ["extensions:read"] }),
    after: ({ db }) => db.deleteFrom("collective_token").where("name", "=", "bench").execute(),
  },
  {
    key: "collectives.change-role",
    line: `PATCH ${COLLECTIVE}/members/MEMBER`,
    body: (n) => ({ role: n % 2 === 0 ? "admin" : "member" }),
  },
  { key: "passkeys.begin", line: "POST /api/v1/account/passkeys/options", body: () => ({}) },
  { key: "totp.begin", line: "POST /api/v1/account/totp", body: () => undefined },
];

/**
 * What a proof adds to each kind of guarded request: the same requests with and without the row's
 * attribute in turns, by the processor time of this process. Other work on the machine takes time from
 * both and is not counted, and the median of many short rounds leaves out what the collector takes.
 */
export async function guardedRequests(
  services: Services,
  { cookie, memberId }: { cookie: string; memberId: string },
): Promise<void> {
  const app = createApp(services);
  const { baseUrl } = services.config;
  let asked = 0;
  async function round({ line, body }: Guarded): Promise<number> {
    const [method, path] = line.replace("MEMBER", memberId).split(" ") as [string, string];
    const before = process.cpuUsage();
    for (let n = 0; n < ROUND; n++) {
      const sent = body(asked++);
      const answer = await app.request(`${baseUrl}${path}`, {
        method,
        headers: { "content-type": "application/json", origin: baseUrl, cookie },
        ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
      }, { remoteAddress: "127.0.0.1" });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${line}: ${answer.status} ${text}`);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / ROUND / 1000;
  }
  for (const request of REQUESTS) {
    const row = POLICY[request.key] as PolicyRow;
    const { proof } = row;
    if (proof === undefined) throw new Error(`${request.key} is not guarded`);
    const took = { with: [] as number[], without: [] as number[] };
    for (let n = -5; n < ROUNDS; n++) {
      // Whoever comes second finds warmer caches, so they change places.
      const order = ["with", "without"] as const;
      for (const which of n % 2 === 0 ? order : order.toReversed()) {
        if (which === "with") row.proof = proof;
        else delete row.proof;
        const each = await round(request);
        if (n >= 0) took[which].push(each);
        await request.after?.(services);
      }
    }
    row.proof = proof;
    const [one, other] = [quantile(took.with), quantile(took.without)];
    say(
      `${request.key}: a proof adds ${(one - other).toFixed(2)} ms to ${other.toFixed(2)} ms: ` +
        verdict(one / other, 1.05, "at most"),
    );
  }
}

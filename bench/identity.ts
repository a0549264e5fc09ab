// What a credential costs: reads with one against the same reads without, whoami and its queries in
// fifty collectives, pages of ten thousand members, what a proof adds to a request, and whether time
// tells private from absent.
import { sql } from "kysely";
import { createApp } from "../packages/registry/app.ts";
import {
  addCollective,
  addPerson,
  addToken,
} from "../packages/registry/testing/extensions/people.ts";
import type { Services } from "../packages/registry/access/services.ts";
import { guardedRequests } from "./registry/guarded.ts";
import { load } from "./registry/load.ts";
import { machine, quantile, say, verdict } from "./registry/numbers.ts";
import { type ServerProcess, startServer } from "./registry/process.ts";
import { nameOf, seedExtensions, seedPeople, withStore } from "./registry/seed.ts";

const ROUNDS = 5;
const ROUND = 500;
const MEMBERS = 10_000;
const COLLECTIVES = 50;
const MAIN = `${import.meta.dirname}/../packages/registry/main.ts`;

const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
const data = `${folder}/data`;
try {
  say(machine());
  const { key, token, outsider } = await withStore(data, async (services) => {
    const key = await seedPeople(services);
    await seedExtensions(services, 0, 1000);
    await hide(services, await addCollective(services, "hidden", { private: true }));
    await seedMembers(services);
    const joined = Object.fromEntries(
      Array.from({ length: COLLECTIVES }, (_, n) => [`club-${n}`, "member" as const]),
    );
    for (const slug of Object.keys(joined)) await addCollective(services, slug);
    const busy = await addPerson(services, "busy", joined);
    await whoami(services, busy);
    await proofs(services);
    return {
      key,
      token: await addToken(services, "bench", ["extensions:read"]),
      outsider: await addPerson(services, "outsider", { "club-0": "member" }),
    };
  });
  const server = await startServer(MAIN, [], {
    SVC_DATA: data,
    SVC_PORT: "0",
    SVC_LOG: "off",
    SVC_RATE_LIMIT: "off",
  });
  try {
    await reads(server, {
      "personal key": { authorization: `Bearer ${key}` },
      "collective token": { "x-api-key": token },
      "session cookie": { cookie: await signUp(server.url) },
    });
    await pages(server.url, key);
    await privateOrAbsent(server.url, outsider);
  } finally {
    await server.stop();
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function reads(
  server: ServerProcess,
  credentials: Record<string, Record<string, string>>,
): Promise<void> {
  const name = `/api/v1/extensions/${encodeURIComponent(nameOf(1))}`;
  const paths = {
    info: name,
    latest: `${name}/latest`,
    versions: `${name}/versions`,
    search: "/api/v1/extensions/search?q=topic017",
  };
  for (const [what, path] of Object.entries(paths)) {
    const rate = async (headers: Record<string, string>) =>
      (await load(server.port, () => path, ROUND, { headers })).rate;
    await rate({});
    const ratios = new Map(Object.keys(credentials).map((kind) => [kind, [] as number[]]));
    const anonymous: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const [kind, headers] of Object.entries(credentials)) {
        const without = await rate({});
        anonymous.push(without);
        ratios.get(kind)!.push(await rate(headers) / without);
      }
    }
    const each = [...ratios].map(([kind, of]) =>
      `${kind} ${verdict(quantile(of), 0.8, "at least")}`
    );
    say(
      `${what.padEnd(8)} against ${Math.round(quantile(anonymous))}/s anonymous: ${
        each.join(", ")
      }`,
    );
  }
}

/** Counts what is asked of the store, in this process: the server's own cannot be looked into. */
async function whoami(services: Services, key: string): Promise<void> {
  const app = createApp(services);
  const executor = services.db.getExecutor();
  const compile = executor.compileQuery.bind(executor);
  let queries = 0;
  executor.compileQuery = (...input: Parameters<typeof compile>) => {
    queries++;
    return compile(...input);
  };
  const ask = async () => {
    queries = 0;
    const start = performance.now();
    const answer = await app.request("/api/whoami", {
      headers: { authorization: `Bearer ${key}` },
    });
    const { organizations } = await answer.json() as { organizations: unknown[] };
    return { queries, collectives: organizations.length, ms: performance.now() - start };
  };
  const first = await ask();
  const again = [];
  for (let n = 0; n < 200; n++) again.push(await ask());
  executor.compileQuery = compile;
  say(
    `whoami in ${first.collectives} collectives: ${first.queries} queries at first (aim: 1 or 2), ` +
      `then ${again[0]!.queries}; median ${quantile(again.map(({ ms }) => ms)).toFixed(2)} ms`,
  );
}

/** Signs up an owner with a member beside them, and asks what proofs cost there. */
async function proofs(services: Services): Promise<void> {
  const { baseUrl } = services.config;
  const account = { email: "p@example.org", username: "prover", password: "a long password" };
  const answer = await createApp(services).request(`${baseUrl}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: baseUrl },
    body: JSON.stringify(account),
  }, { remoteAddress: "127.0.0.1" });
  if (!answer.ok) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`);
  const { user } = await answer.json() as { user: { id: string } };
  const cookie = answer.headers.getSetCookie().map((each) => each.split(";")[0]).join("; ");
  const collectiveId = await addCollective(services, "guarded");
  const member = { id: crypto.randomUUID(), collective_id: collectiveId };
  const created_at = services.now().toISOString();
  await services.db.insertInto("collective_member")
    .values({ ...member, user_id: user.id, role: "owner", created_at }).execute();
  await addPerson(services, "beside", { guarded: "member" });
  const { id: memberId } = await services.db.selectFrom("collective_member").select("id")
    .where("collective_id", "=", collectiveId).where("role", "=", "member")
    .executeTakeFirstOrThrow();
  await guardedRequests(services, { cookie, memberId });
}

/** Gives a private collective an extension of its own. */
async function hide({ db }: Services, collectiveId: string): Promise<void> {
  const { number: _, ...row } = await db.selectFrom("extension").selectAll().limit(1)
    .executeTakeFirstOrThrow();
  await db.insertInto("extension").values({
    ...row,
    id: crypto.randomUUID(),
    name: "@hidden/thing",
    collective_id: collectiveId,
  }).execute();
}

/** Ten thousand members of `bench`, made by the store itself. */
async function seedMembers({ db }: Services): Promise<void> {
  const numbers = sql`with recursive counted(n) as (
    select 1 union all select n + 1 from counted where n < ${MEMBERS})`;
  await db.transaction().execute(async (trx) => {
    await sql`${numbers} insert into "user"
        (id, name, email, "emailVerified", "createdAt", "updatedAt", username, "displayUsername")
      select printf('00000000-0000-4000-a000-%012d', n), printf('member-%d', n),
        printf('member-%d@example.com', n), 1, '2026-01-02T00:00:00.000Z',
        '2026-01-02T00:00:00.000Z', printf('member-%d', n), printf('member-%d', n)
      from counted`.execute(trx);
    await sql`${numbers} insert into collective_member (id, collective_id, user_id, role, created_at)
      select printf('00000000-0000-4000-b000-%012d', n),
        (select id from collective where slug = 'bench'),
        printf('00000000-0000-4000-a000-%012d', n), 'member',
        strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-03', '+' || n || ' seconds')
      from counted`.execute(trx);
  });
}

async function pages(url: string, key: string): Promise<void> {
  const list = `${url}/api/v1/collectives/bench/members?limit=50`;
  const headers = { authorization: `Bearer ${key}` };
  const cursors: string[] = [list];
  let members = 0;
  for (let next: string | undefined = list; next !== undefined;) {
    const answer: Response = await fetch(next, { headers });
    const page = await answer.json() as { members: unknown[]; nextCursor: string | null };
    members += page.members.length;
    next = page.nextCursor === null
      ? undefined
      : `${list}&cursor=${encodeURIComponent(page.nextCursor)}`;
    if (next !== undefined) cursors.push(next);
  }
  const asked = {
    first: cursors[0]!,
    middle: cursors[Math.floor(cursors.length / 2)]!,
    last: cursors.at(-2)!,
  };
  const times = await alternate(asked, headers, 300);
  const of = (which: keyof typeof asked) => quantile(times[which]!);
  say(
    `members, ${members} on ${cursors.length} pages: first ${of("first").toFixed(2)} ms, middle ` +
      `${(of("middle") / of("first")).toFixed(2)}x, last ${
        (of("last") / of("first")).toFixed(2)
      }x of it (aim: constant)`,
  );
}

async function privateOrAbsent(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const pairs = {
    collective: ["/api/v1/collectives/hidden", "/api/v1/collectives/absent"],
    members: ["/api/v1/collectives/hidden/members", "/api/v1/collectives/absent/members"],
    extension: ["/api/v1/extensions/@hidden/thing", "/api/v1/extensions/@absent/thing"],
  };
  for (const [what, [hidden, absent]] of Object.entries(pairs)) {
    const times = await alternate({ hidden: url + hidden, absent: url + absent }, headers, 1500);
    const range = (which: string) =>
      `${quantile(times[which]!).toFixed(3)} ms (p10 ${quantile(times[which]!, 0.1).toFixed(3)}, ` +
      `p90 ${quantile(times[which]!, 0.9).toFixed(3)})`;
    say(
      `${what}: private ${range("hidden")}, absent ${
        range("absent")
      }; a private one is the slower ` +
        `${
          (100 * slowerShare(times.hidden!, times.absent!)).toFixed(0)
        } times of 100 (50: no telling)`,
    );
  }
}

/** How often a value of `a` exceeds one of `b`, over all pairs; equal ones count half. */
function slowerShare(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (const x of a) for (const y of b) sum += x > y ? 1 : x === y ? 0.5 : 0;
  return sum / (a.length * b.length);
}

/** Milliseconds of each request, asked one after the other in turns. */
async function alternate(
  urls: Record<string, string>,
  headers: Record<string, string>,
  times: number,
): Promise<Record<string, number[]>> {
  const took: Record<string, number[]> = Object.fromEntries(
    Object.keys(urls).map((name) => [name, []]),
  );
  for (let n = -20; n < times; n++) {
    // Whoever comes second finds warmer caches, so they change places.
    const order = Object.entries(urls);
    for (const [name, url] of n % 2 === 0 ? order : order.reverse()) {
      const start = performance.now();
      await (await fetch(url, { headers })).arrayBuffer();
      if (n >= 0) took[name]!.push(performance.now() - start);
    }
  }
  return took;
}

async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({
      email: "cookie@example.org",
      username: "cookie",
      password: "a long password",
    }),
  });
  if (!answer.ok) throw new Error(`sign-up: ${answer.status} ${await answer.text()}`);
  await answer.body?.cancel();
  return answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ");
}

import assert from "node:assert/strict";
import { push } from "../../testing/extensions/push.ts";
import { seeded } from "../../testing/seeded.ts";
import {
  collective,
  join,
  memberId,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "../identity/testing.ts";
import { quarantine, release, takeDown } from "../operating/takedown.ts";
import { checkLog } from "./check.ts";
import { loggingRegistry, readLog } from "./testing.ts";

/** What no entry may hold, each with a word of its own. */
const PRIVATE = ["zarkwood", "quillmire"];
const PUBLIC = ["acme", "mill"];
const PEOPLE = ["adalovelace", "bobthornton", "cassiopeia"];
const REASON = "hushhush";
const TOKEN = "sesamekey";

const SEED = 20_261_123;
const STEPS = 120;

Deno.test(`whatever happens, in ${STEPS} steps of chance, no entry tells a secret`, async () => {
  await using registry = await loggingRegistry();
  const { services } = registry;
  const random = seeded(SEED);
  const some = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)]!;
  const people: Person[] = [];
  for (const name of PEOPLE) people.push(await signUp(registry, name));
  const [ada] = people as [Person];
  const keys = new Map<string, string>();
  for (const person of people) {
    keys.set(person.id, (await personalKey(registry, person)).key);
  }
  for (const slug of [...PUBLIC, ...PRIVATE]) {
    await collective(registry, ada, slug, { private: PRIVATE.includes(slug) });
    for (const other of people.slice(1)) await join(registry, ada, slug, other, "admin");
  }
  const prefixes: string[] = [];
  let version = 0;
  const as = (line: string, body?: unknown) =>
    send(registry, line, { cookie: ada.cookie, ...(body === undefined ? {} : { body }) });
  const nameIn = (slug: string) => `@${slug}/${PRIVATE.includes(slug) ? "thing-of-ours" : "hello"}`;
  const path = (slug: string) => `/api/v1/extensions/${encodeURIComponent(nameIn(slug))}`;
  const now = () => services.now();
  const ground = services;
  const ignored = () => undefined;
  const steps: Record<string, (slug: string) => Promise<unknown>> = {
    publish: (slug) =>
      push(registry, keys.get(some(people).id)!, {
        name: nameIn(slug),
        version: `2026.01.01.${++version}`,
      }).then((answer) => answer.body?.cancel()),
    yank: (slug) => as(`POST ${path(slug)}/yank`, { reason: `${REASON} ${PEOPLE[1]}@example.com` }),
    unyank: (slug) => as(`POST ${path(slug)}/unyank`, { reason: REASON }),
    deprecate: (slug) => as(`POST ${path(slug)}/deprecate`, { reason: REASON }),
    undeprecate: (slug) => as(`POST ${path(slug)}/undeprecate`),
    hide: (slug) =>
      quarantine(ground, { name: nameIn(slug) }, { note: REASON }, now()).catch(ignored),
    release: (slug) => release(ground, { name: nameIn(slug) }, now()).catch(ignored),
    takeDown: (slug) =>
      takeDown(ground, { name: nameIn(slug), version: `2026.01.01.${version}` }, {
        note: REASON,
        category: "malware",
      }, now()).catch(ignored),
    async token(slug) {
      const made = await token(registry, ada, slug, ["extensions:read"], { name: TOKEN });
      prefixes.push(made.key.slice(0, 14));
      await as(`DELETE /api/v1/collectives/${slug}/api-tokens/${made.id}`);
    },
    async ownToken() {
      const person = some(people);
      const made = await token(registry, person, person.username, ["lab:read"], { name: TOKEN });
      prefixes.push(made.key.slice(0, 14));
      await send(
        registry,
        `DELETE /api/v1/collectives/${person.username}/api-tokens/${made.id}`,
        { cookie: person.cookie },
      );
    },
    async role(slug) {
      const person = people[1 + Math.floor(random() * 2)]!;
      const id = await memberId(registry, ada, slug, person).catch(ignored);
      if (id === undefined) return await join(registry, ada, slug, person, "member");
      if (random() < 0.3) return await as(`DELETE /api/v1/collectives/${slug}/members/${id}`);
      const role = some(["owner", "admin", "member"]);
      return await as(`PATCH /api/v1/collectives/${slug}/members/${id}`, { role });
    },
    describe: (slug) => as(`PATCH /api/v1/collectives/${slug}`, { description: REASON }),
    async transfer() {
      const [from, to] = [some([...PUBLIC, ...PRIVATE]), some(PRIVATE)];
      await as(`POST ${path(from)}/transfer`, { to });
      await as(`POST /api/v1/collectives/${to}/transfers/accept`, { extension: nameIn(from) });
    },
    number: () => services.registryLog!.sequence(),
  };
  for (let step = 0; step < STEPS; step++) {
    const what = step < 8 ? "publish" : some(Object.keys(steps));
    await steps[what]!(
      step < 8 ? [...PUBLIC, ...PRIVATE][step % 4]! : some([...PUBLIC, ...PRIVATE]),
    );
  }
  await services.registryLog!.sequence();
  const { leaves, entries } = await readLog(registry);
  assert.ok(leaves.length > 40, `only ${leaves.length} entries`);
  assert.ok(leaves.filter(({ kind }) => kind === "sealed").length > 15);
  const all = entries.map((bytes) => new TextDecoder().decode(bytes)).join("\n").toLowerCase();
  for (const secret of [...PRIVATE, ...PEOPLE, REASON, TOKEN, "thing-of-ours", "example.com"]) {
    assert.ok(!all.includes(secret), secret);
  }
  for (const prefix of prefixes) assert.ok(!all.includes(prefix), prefix);
  const { rows } = { rows: await services.db.selectFrom("collective").select("id").execute() };
  const ids = [...rows.map(({ id }) => id), ...people.map(({ id }) => id)];
  for (const id of ids) assert.ok(!all.includes(id), "an id by which it could be found elsewhere");
  assert.equal((await checkLog(services.db)).wrong, undefined);
});

import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mailing } from "../../testing/mail.ts";
import { visitor } from "../../testing/web/browse.ts";
import { createResetLink } from "../identity/password/reset.ts";
import { signUp } from "../identity/testing.ts";
import { dnsLookup } from "./domain_lookup.ts";
import { checkDomains } from "./domains.ts";
import assert from "node:assert/strict";

const DAY_MS = 86_400_000;

const TYPES: Readonly<Record<number, string>> = { 1: "A", 15: "MX", 28: "AAAA" };

/** What a name server has: record types by name, or a refusal. Other names do not exist. */
type Zone = Readonly<Record<string, readonly string[] | "fails" | "silent">>;

/** A name server on loopback that speaks RFC 1035. */
async function nameServer(zone: Zone) {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (; query[at] !== 0; at += query[at]! + 1) {
      labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString());
    }
    const question = query.subarray(12, at + 5);
    const entry = zone[labels.join(".").toLowerCase()];
    if (entry === "silent") return;
    const type = query.readUInt16BE(at + 1);
    const has = Array.isArray(entry) && entry.includes(TYPES[type]!);
    const code = entry === "fails" ? 2 : entry === undefined ? 3 : 0;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(has ? 1 : 0, 6);
    // An exchange named as the question is; an address for documentation.
    const data = { A: "c0000201", MX: "000ac00c", AAAA: "20010db8000000000000000000000001" };
    const bytes = Buffer.from(data[TYPES[type] as keyof typeof data] ?? "", "hex");
    const answer = Buffer.alloc(12);
    answer.writeUInt16BE(0xc00c, 0);
    answer.writeUInt16BE(type, 2);
    answer.writeUInt16BE(1, 4);
    answer.writeUInt32BE(60, 6);
    answer.writeUInt16BE(bytes.length, 10);
    const parts = has ? [header, question, answer, bytes] : [header, question];
    socket.send(Buffer.concat(parts), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  return {
    lookup: dnsLookup({ address: "127.0.0.1", port }, 1_000),
    [Symbol.dispose]: () => void socket.close(),
  };
}

const ANSWERS: Readonly<Record<string, [Zone[string] | undefined, boolean | undefined]>> = {
  "a mail server": [["MX"], true],
  "an address alone, which takes mail as well (RFC 5321 5.1)": [["A"], true],
  "an address of IPv6 alone": [["AAAA"], true],
  "a name without any of these": [[], false],
  "no such name": [undefined, false],
  "a name server that fails": ["fails", undefined],
  "a name server that is silent": ["silent", undefined],
};

for (const [what, [entry, expected]] of Object.entries(ANSWERS)) {
  Deno.test({
    name: `a domain is looked up: ${what}: ${expected ?? "not known"}`,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      using server = await nameServer(entry === undefined ? {} : { "mail.test": entry });
      assert.equal(await server.lookup("mail.test"), expected);
    },
  });
}

/** A person whose confirmed address is at `mail.test`, which is looked up a day after the other. */
async function scene(setting = "on") {
  const at = await mailing({ environment: { SVC_MAIL_DOMAINS: setting } });
  const { registry, smtp } = at;
  const { services } = registry;
  await signUp(registry, "ada");
  await services.db.updateTable("user").set({ email: "ada@mail.test", emailVerified: 1 }).execute();
  const start = registry.clock.now.getTime();
  return {
    registry,
    /** What is known of the domain on a day, and of the name that is always there. */
    async onDay(day: number, known: boolean | undefined, always: [boolean?] = [true]) {
      registry.clock.now = new Date(start + day * DAY_MS);
      await checkDomains(
        services,
        (name) => Promise.resolve(name === "mail.test" ? known : always[0]),
      );
    },
    /** How many reset mails somebody gets who asks for one. */
    async resets() {
      const before = smtp.taken.length;
      const asked = await visitor(registry).post("/forgot-password", { login: "ada@mail.test" });
      assert.equal(asked.status, 200);
      await registry.work();
      return smtp.taken.slice(before).filter(({ parsed }) =>
        /^Reset your/.test(parsed.subject ?? "")
      )
        .length;
    },
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  };
}

Deno.test("an address whose domain was gone for 30 days gets no reset, also once it is back", async () => {
  await using at = await scene();
  await at.onDay(0, true);
  await at.onDay(1, false);
  await at.onDay(30, false);
  assert.equal(await at.resets(), 1, "29 days");
  await at.onDay(31, false);
  assert.equal(await at.resets(), 0, "30 days");
  await at.onDay(40, true);
  assert.equal(await at.resets(), 0, "somebody registered it");
  const { url } = await createResetLink(at.registry.services, "ada");
  assert.match(url, /reset-password/, "the operator can help");
});

Deno.test("a domain that comes back in time is as before", async () => {
  await using at = await scene();
  await at.onDay(0, false);
  await at.onDay(29, true);
  await at.onDay(31, false);
  await at.onDay(45, false);
  assert.equal(await at.resets(), 1);
});

Deno.test("what could not be looked up says nothing, for or against", async () => {
  await using at = await scene();
  await at.onDay(0, undefined);
  for (let day = 1; day < 60; day++) await at.onDay(day, undefined);
  assert.equal(await at.resets(), 1, "never known to be gone");
  await at.onDay(60, false);
  await at.onDay(75, undefined);
  await at.onDay(91, undefined);
  assert.equal(await at.resets(), 0, "known to be gone, and not known to be back");
});

Deno.test("a name server that does not know the internet takes no reset from anybody", async () => {
  for (const always of [[false], []] as [boolean?][]) {
    await using at = await scene();
    for (let day = 0; day < 60; day += 5) await at.onDay(day, false, always);
    assert.equal(await at.resets(), 1);
  }
});

Deno.test("a domain is looked up once a day, and forgotten with its last address", async () => {
  await using at = await scene();
  const { services, clock } = at.registry;
  const asked: string[] = [];
  const check = () =>
    checkDomains(services, (name) => {
      asked.push(name);
      return Promise.resolve(true);
    });
  await check();
  await check();
  assert.deepEqual(asked, ["example.org", "mail.test"]);
  clock.now = new Date(clock.now.getTime() + DAY_MS);
  await check();
  assert.equal(asked.length, 4);
  await services.db.updateTable("user").set({ emailVerified: 0 }).execute();
  await check();
  assert.deepEqual(await services.db.selectFrom("mail_domain").selectAll().execute(), []);
});

Deno.test("where it is switched off, what was known of domains counts no more", async () => {
  await using at = await scene("off");
  for (const day of [0, 1, 31]) await at.onDay(day, false);
  assert.equal(await at.resets(), 1);
});

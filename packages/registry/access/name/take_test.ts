import assert from "node:assert/strict";
import { isSvcError } from "@svc/core/error";
import { besideServer } from "../../admin/testing/beside.ts";
import { collective, type Person, send, signUp } from "../../features/identity/testing.ts";
import { packageOf } from "../../testing/extensions/package.ts";
import { addCollective, addPerson } from "../../testing/extensions/people.ts";
import {
  announcementOf,
  published,
  push,
  send as sendWithKey,
  upload,
} from "../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import type { NameKind } from "./reserved.ts";
import { takeExtensionName, takeSlug } from "./take.ts";

type Answer = "given" | "invalid_name" | "name_reserved" | "name_taken" | "name_too_close";
type Asker = "stranger" | "member" | "operator";

/** A rule for names, and what each who asks for one is answered. */
interface Row {
  rule: string;
  kinds: readonly NameKind[];
  names: readonly string[];
  answers: Readonly<Record<Asker, Answer>>;
}

const SLUGS = ["username", "slug"] as const;
const everybody = (answer: Answer) => ({ stranger: answer, member: answer, operator: answer });
const allButTheOperator = (
  answer: Answer,
) => ({ ...everybody(answer), operator: "given" } as const);

/** Of an extension the stranger is a member of its collective as well: nobody else gets that far. */
const ROWS: readonly Row[] = [
  {
    rule: "the grammar",
    kinds: SLUGS,
    names: ["Acme", "-acme", "a", "аcme", "__proto__"],
    answers: everybody("invalid_name"),
  },
  {
    rule: "no names",
    kinds: SLUGS,
    names: ["latest", "constructor", "prototype", "hasownproperty"],
    answers: everybody("invalid_name"),
  },
  {
    rule: "no names",
    kinds: ["extension"],
    names: ["latest", "__proto__", "constructor", "team/prototype", "tostring/x"],
    answers: everybody("invalid_name"),
  },
  {
    rule: "the first-party slug as a word",
    kinds: SLUGS,
    names: ["sv-c", "s-vc", "5vc", "svc-team", "team_svc", "5vc-team", "sv-c-tools"],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "the first-party slug as a word",
    kinds: ["extension"],
    names: ["svc", "5vc-tools", "tools/sv-c"],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "words of authority",
    kinds: SLUGS,
    names: [
      ...[
        "official",
        "acme-official",
        "0fficial",
        "my_verified",
        "verif1ed-acme",
        "of-ficial-acme",
      ],
      ...["acme-security", "5upport", "support-acme", "acme-admin", "adm1n", "adrnin"],
    ],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "words of authority",
    kinds: ["extension"],
    names: ["official", "official-deploy", "deploy/0fficial", "verified_deploy"],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "an extension is named after what it does",
    kinds: ["extension"],
    names: ["security-scan", "support-tickets", "keycloak-admin", "status", "github", "proto"],
    answers: everybody("given"),
  },
  {
    rule: "reserved words",
    kinds: SLUGS,
    names: ["users", "5tatus", "log-in"],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "well-known names",
    kinds: SLUGS,
    names: ["gitlab", "g1thub", "git-hub"],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "close to an administrator",
    kinds: SLUGS,
    names: ["r00t-ada"],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "close to one that exists",
    kinds: SLUGS,
    names: ["paypa1", "pay-pa1", "paypai"],
    answers: allButTheOperator("name_taken"),
  },
  {
    rule: "close to one that exists",
    kinds: ["extension"],
    names: ["dep1oy", "de-ploy", "depl0y", "depioy"],
    answers: allButTheOperator("name_too_close"),
  },
  {
    rule: "one that exists",
    kinds: SLUGS,
    names: ["paypal"],
    answers: everybody("name_taken"),
  },
  {
    rule: "close to one that exists elsewhere",
    kinds: ["extension"],
    names: ["dep1oy/x", "bui1d"],
    answers: everybody("given"),
  },
  {
    rule: "words that only hold or resemble such a word",
    kinds: SLUGS,
    names: ["administer", "supporter", "svcs", "unofficial", "github-tools", "secure", "proto"],
    answers: everybody("given"),
  },
  {
    rule: "reserved by the operator",
    kinds: SLUGS,
    names: ["bank", "b-ank"],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "reserved by the operator",
    kinds: ["extension"],
    names: ["bank", "b-ank"],
    answers: allButTheOperator("name_reserved"),
  },
  {
    rule: "freed by the operator",
    kinds: SLUGS,
    names: ["honest-security", "modem"],
    answers: everybody("given"),
  },
  {
    rule: "freed by the operator",
    kinds: ["extension"],
    names: ["official-mirror"],
    answers: everybody("given"),
  },
  {
    rule: "one like a freed one",
    kinds: SLUGS,
    names: ["h0nest-security"],
    answers: allButTheOperator("name_reserved"),
  },
];

Deno.test("who may take which name: a row per rule, kind of name and who asks", async () => {
  await using beside = await besideServer();
  const { registry: { services }, json } = beside;
  const { db } = services;
  const acme = await addCollective(services, "acme");
  for (const slug of ["paypal", "modern"]) await addCollective(services, slug);
  await addExtension(services, acme, "@acme/deploy");
  await addExtension(services, "another", "@other/build");
  for (const name of ["bank", "@acme/bank"]) await json(0, "names", "reserve", name);
  for (const name of ["honest-security", "modem", "@acme/official-mirror"]) {
    await json(0, "names", "free", name);
  }
  const ask = async (kind: NameKind, name: string, asker: Asker): Promise<Answer> => {
    const by = { stranger: "eve", member: "mel", operator: "root-ada" }[asker];
    // An account of the operator is one that SVC_ADMINS lists.
    const own = kind === "username" && asker === "operator" ? [name] : [];
    const operator = { firstParty: "svc", admins: ["root-ada", ...own] };
    try {
      if (kind === "extension") {
        await takeExtensionName(db, operator, {
          name: `@acme/${name}`,
          by,
          collectiveId: acme,
          reads: true,
        });
      } else {
        await takeSlug(db, operator, { kind, name, by: kind === "username" ? name : by });
      }
      return "given";
    } catch (error) {
      if (!isSvcError(error)) throw error;
      assert.ok(error.hint, name);
      return error.code as Answer;
    }
  };
  const wrong: string[] = [];
  for (const { rule, kinds, names, answers } of ROWS) {
    for (const kind of kinds) {
      for (const name of names) {
        for (const [asker, expected] of Object.entries(answers) as [Asker, Answer][]) {
          const found = await ask(kind, name, asker);
          if (found !== expected) wrong.push(`${rule}: ${kind} ${name} by ${asker}: ${found}`);
        }
      }
    }
  }
  assert.deepEqual(wrong, []);
});

Deno.test("a stranger's name close to the first-party slug does not keep the operator from it", async () => {
  await using registry = await testRegistry({ environment: { SVC_ADMINS: "root-ada" } });
  await addCollective(registry.services, "sv-c");
  const create = (by: Person, slug: string) =>
    send(registry, "POST /api/v1/collectives/create", { cookie: by.cookie, body: { slug } });
  const root = await signUp(registry, "root-ada");
  assert.equal((await create(root, "svc")).status, 200);
  assert.equal((await create(root, "svc")).body.code, "name_taken");
  const eve = await signUp(registry, "eve");
  for (const slug of ["svc", "s-vc"]) {
    assert.equal((await create(eve, slug)).body.code, "name_reserved", slug);
  }
});

Deno.test("names refused today that were given before keep working", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const slug = "acme-security";
  const id = await addCollective(services, slug);
  const key = await addPerson(services, "admin", { [slug]: "owner" });
  const names = [`@${slug}/deploy`, `@${slug}/dep1oy`, `@${slug}/constructor`];
  for (const name of names) await addExtension(services, id, name);
  for (const name of names) {
    assert.equal((await published(registry, key, { name })).alreadyPublished, false);
    const read = await registry.request(`/api/v1/extensions/${name}/latest`);
    assert.equal((await read.json()).latestVersion, "2026.01.02.1");
  }
  const refused = await push(registry, key, { name: `@${slug}/depl0y` });
  assert.deepEqual([refused.status, (await refused.json()).code], [409, "name_too_close"]);
});

Deno.test("of two extensions whose names people confuse, published at one moment, one is refused", async () => {
  await using registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "owner" });
  const announcements = ["deploy", "dep1oy", "depioy"].map((rest) =>
    announcementOf({ name: `@acme/${rest}` })
  );
  for (const announcement of announcements) {
    const sent = await upload(registry, key, announcement, await packageOf(announcement));
    assert.equal(sent.status, 200);
  }
  const answers = await Promise.all(
    announcements.map((announcement) =>
      sendWithKey(registry, "POST", "/api/v1/extensions/confirm", key, announcement)
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  const rows = await registry.services.db.selectFrom("extension").select("name").execute();
  assert.equal(rows.length, 1);
});

Deno.test("the operator lists, reserves and frees names beside the server; its own slug is not given away", async () => {
  await using beside = await besideServer();
  const { registry, json, admin } = beside;
  const eve = await signUp(registry, "eve");
  const create = async (slug: string) =>
    (await send(registry, "POST /api/v1/collectives/create", {
      cookie: eve.cookie,
      body: { slug },
    })).body.code;
  assert.equal(await create("eve-security"), "name_reserved");
  await json(0, "names", "free", "eve-security", "--reason", "asked by mail");
  assert.equal(await create("eve-security"), undefined);
  await json(0, "names", "reserve", "orchid");
  assert.equal(await create("0rchid"), "name_reserved");
  await json(0, "names", "free", "orchid");
  assert.equal(await create("orchid"), undefined);

  const listed = await json(0, "names");
  assert.deepEqual(
    listed.decided.map(({ name, standing, reason }: Record<string, string>) => [
      name,
      standing,
      reason,
    ]),
    [["eve-security", "free", "asked by mail"], ["orchid", "free", null]],
  );
  assert.match((await admin("names")).stdout, /^eve-security {2}free .*: asked by mail$/m);
  assert.equal((await json(1, "names", "free", "svc")).code, "conflict");
  assert.equal((await json(1, "names", "reserve", "Not A Name")).code, "invalid_name");
  assert.equal((await json(2, "names", "fre", "x")).code, "usage");
  assert.equal((await json(2, "names", "free")).code, "usage");
  await collective(registry, eve, "lily");
});

/** An extension without a version, as an earlier release may have taken its name. */
async function addExtension(
  { db, now }: TestRegistry["services"],
  collectiveId: string,
  name: string,
): Promise<void> {
  const at = now().toISOString();
  await db.insertInto("extension").values({
    id: crypto.randomUUID(),
    name,
    collective_id: collectiveId,
    description: "",
    platforms: "[]",
    labels: "[]",
    dependencies: "[]",
    content_types: "[]",
    content_names: "[]",
    created_at: at,
    updated_at: at,
    // deno-lint-ignore no-explicit-any -- what a publication fills in is left out
  } as any).execute();
}

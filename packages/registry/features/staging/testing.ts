import assert from "node:assert/strict";
import type { Decision } from "@svc/core/approval";
import type { StagedDetails, StageResponse } from "@svc/core/wire";
import { createHash } from "node:crypto";
import { packageOf, type PackageOptions } from "../../testing/extensions/package.ts";
import { announcementOf } from "../../testing/extensions/push.ts";
import { mailing } from "../../testing/mail.ts";
import type { TestRegistry } from "../../testing.ts";
import { enrolApp, type TestApp } from "../factor/testing.ts";
import {
  type Answer,
  collective,
  join,
  type Person,
  personalKey,
  send,
  signUp,
} from "../identity/testing.ts";
import { authenticator, type Deviation } from "../passkey/testing.ts";

export const ORIGIN = "https://registry.test";

type Who = Pick<Person, "cookie">;

/** A person with a passkey, or an authenticator app, and a personal key. */
export interface Decider extends Person {
  key: string;
  device: string;
  passkey: ReturnType<typeof authenticator>;
}

export type Options = PackageOptions & {
  channel?: "beta" | "rc";
  /** Makes the bundle that goes with it. */
  sign?: (subject: { name: string; checksum: string }) => string;
};

/**
 * A registry with mail and the collective `acme`: olga owns it; adam, bea and theo are admins, theo with an
 * app in place of a passkey; mary is a member; sam is nobody there.
 */
export async function stagingWorld(environment: Record<string, string> = {}) {
  const mail = await mailing({ environment: { SVC_BASE_URL: ORIGIN, ...environment } });
  const { registry, smtp } = mail;
  const person = async (username: string) => await signUp(registry, username);
  const olga = await withPasskey(registry, await person("olga"));
  const { id } = await collective(registry, olga, "acme");
  const join_ = async (who: Person, role?: string) => {
    await join(registry, olga, "acme", who, role);
    return who;
  };
  const adam = await withPasskey(registry, await join_(await person("adam"), "admin"));
  const bea = await withPasskey(registry, await join_(await person("bea"), "admin"));
  const theoPerson = await join_(await person("theo"), "admin");
  const theo = { ...theoPerson, app: await enrolApp(registry, theoPerson.cookie) };
  const mary = await withPasskey(registry, await join_(await person("mary")));
  const sam = await withPasskey(registry, await person("sam"));
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  await registry.work();
  return {
    registry,
    smtp,
    acme: id,
    people: { olga, adam, bea, theo, mary, sam },
    /** The subjects of the mails that have gone since the last call, with their first receiver. */
    async mails() {
      const before = smtp.taken.length;
      await registry.work();
      return smtp.taken.slice(before).map(({ to, parsed }) => ({
        to: to[0]!,
        subject: parsed.subject!.replace(/ \(.*\)$/, ""),
        text: parsed.text!,
      }));
    },
    later(hours: number) {
      registry.clock.now = new Date(registry.clock.now.getTime() + hours * 60 * 60_000);
    },
    [Symbol.asyncDispose]: () => mail[Symbol.asyncDispose](),
  };
}

export type World = Awaited<ReturnType<typeof stagingWorld>>;

async function withPasskey(registry: TestRegistry, person: Person): Promise<Decider> {
  const passkey = authenticator(ORIGIN);
  const begun = await send(registry, "POST /api/v1/account/passkeys/options", person);
  const response = passkey.create(begun.body.options);
  const { challengeId } = begun.body;
  const added = await send(registry, "POST /api/v1/account/passkeys", {
    ...pick(person),
    body: { challengeId, response },
  });
  assert.equal(added.status, 200, JSON.stringify(added.body));
  const { key } = await personalKey(registry, person);
  return { ...person, key, passkey };
}

const pick = ({ cookie }: Who) => ({ cookie });

/** Announces, uploads and stages a package; returns the last answer. */
export async function stage(
  registry: TestRegistry,
  bearer: string,
  { sign, ...options }: Options = {},
): Promise<Answer> {
  const announcement = announcementOf(options);
  const announced = await send(registry, "POST /api/v1/extensions/push", {
    bearer,
    body: { ...announcement, stage: true },
  });
  if (announced.status !== 200) return announced;
  const bytes = await packageOf(options);
  const put = await registry.request(announced.body.uploadUrl, { method: "PUT", body: bytes });
  assert.equal(put.status, 200, await put.text());
  const checksum = createHash("sha256").update(bytes).digest("hex");
  const provenance = sign?.({ name: `${announcement.name}@${announcement.version}`, checksum });
  const body = { ...announcement, ...(provenance && { provenance }) };
  return await send(registry, "POST /api/v1/extensions/stage", { bearer, body });
}

/** Stages a package that must be accepted. */
export async function staged(
  registry: TestRegistry,
  bearer: string,
  options: Options = {},
): Promise<StageResponse> {
  const answer = await stage(registry, bearer, options);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

/** What is decided about, as the page that was read had it. */
export type Looked = Pick<StageResponse, "id" | "checksum">;

/** Asks for a challenge, as the page does. */
export const ask = (registry: TestRegistry, who: Who, { id }: Looked, decision: Decision) =>
  send(registry, `POST /api/v1/staged/${id}/challenge`, { ...pick(who), body: { decision } });

/** Decides with a passkey, as the page does. */
export async function decide(
  registry: TestRegistry,
  who: Pick<Decider, "cookie" | "passkey">,
  looked: Looked,
  decision: Decision,
  more: { note?: string; deviation?: Deviation } = {},
): Promise<Answer> {
  const asked = await ask(registry, who, looked, decision);
  if (asked.status !== 200) return asked;
  const { challengeId, options } = asked.body;
  const note = more.note ?? (decision === "override" ? "a leak" : undefined);
  return await send(registry, `POST /api/v1/staged/${looked.id}/${decision}`, {
    ...pick(who),
    body: {
      checksum: looked.checksum,
      challengeId,
      response: who.passkey.sign(options, more.deviation),
      ...(note === undefined ? {} : { note }),
    },
  });
}

/** Decides with the code of an app. */
export const decideByCode = (
  registry: TestRegistry,
  { cookie, app }: Who & { app: TestApp },
  { id, checksum }: Looked,
  decision: Decision = "approve",
) =>
  send(registry, `POST /api/v1/staged/${id}/${decision}`, {
    cookie,
    body: { checksum, code: app.code() },
  });

/** A staged version as a member reads it. */
export async function read(
  registry: TestRegistry,
  who: Who,
  { id }: Looked,
): Promise<StagedDetails> {
  const answer = await send(registry, `GET /api/v1/staged/${id}`, pick(who));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** Proves a session again and sets what `acme` asks for. */
export async function setRule(
  registry: TestRegistry,
  who: Decider,
  rule: Record<string, unknown>,
): Promise<Answer> {
  const begun = await send(registry, "POST /api/v1/account/proofs/options", pick(who));
  const { challengeId, options } = begun.body;
  const response = who.passkey.sign(options);
  await send(registry, "POST /api/v1/account/proofs", {
    ...pick(who),
    body: { challengeId, response },
  });
  return await send(registry, "PUT /api/v1/collectives/acme/approval", {
    ...pick(who),
    body: { ...RULE, ...rule },
  });
}

export const RULE = {
  required: false,
  count: 0,
  by: "admin",
  notSelf: false,
  passkeyOnly: false,
  embargoHours: 0,
};

/** The versions that everybody sees. */
export async function publicVersions(registry: TestRegistry, name = "@acme/hello") {
  const answer = await send(registry, `GET /api/v1/extensions/${name}/versions`);
  return answer.status === 404
    ? []
    : answer.body.versions.map(({ version }: { version: string }) => version);
}

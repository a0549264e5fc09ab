import { SvcError } from "@svc/core/error";
import { readBytes } from "@svc/http/input";
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import type { Db } from "../../../access/store/schema.ts";
import type { TokenIssuer } from "./find.ts";

/** Finds the keys that issuers sign with. */
export interface IssuerKeys {
  /**
   * The key that a token of that issuer names.
   *
   * @throws SvcError `issuer_unavailable` when the keys cannot be read and those read before do not
   *   have it
   */
  of(issuer: TokenIssuer): JWTVerifyGetKey;
}

declare module "../../../access/services.ts" {
  interface Services {
    issuerKeys: IssuerKeys;
  }
}

/** How long keys are believed, how soon they are asked for again, and how long they stand in while the issuer is out. */
const FRESH_MS = 10 * 60_000;
const AGAIN_MS = 60_000;
const KEPT_MS = 24 * 3_600_000;

/** How long an issuer may take, in milliseconds, and how large its answer may be, in bytes. */
const ANSWER_MS = 5_000;
const LARGEST = 256 * 1024;

/** A set of public keys: a shared secret among them would let everybody sign. */
const KeySet = z.object({
  keys: z.array(z.looseObject({ kty: z.enum(["RSA", "EC", "OKP"]) })).min(1).max(100),
});

/** What an issuer says of itself, as far as it is needed (OpenID Connect Discovery 1.0, section 3). */
const Description = z.object({ issuer: z.string(), jwks_uri: z.url() });

interface Known {
  readAt: number;
  find: ReturnType<typeof createLocalJWKSet>;
}

/**
 * Keys of issuers, asked for when a token needs them: the last good ones are stored and are used for a
 * day while the issuer is out. Only addresses that are configured are asked.
 */
export function createIssuerKeys(
  { db, fetch, now }: { db: Db; fetch: typeof globalThis.fetch; now(): Date },
): IssuerKeys {
  const known = new Map<string, Known>();
  const addresses = new Map<string, string>();
  /** When an issuer was asked last, and whether it answered as it should. */
  const asked = new Map<string, { at: number; isOut: boolean }>();
  const asking = new Map<string, Promise<void>>();
  const since = (at: number | undefined) => now().getTime() - (at ?? 0);

  async function read(issuer: TokenIssuer): Promise<void> {
    const address = issuer.keys ?? addresses.get(issuer.url) ?? await described(fetch, issuer.url);
    addresses.set(issuer.url, address);
    const keys = KeySet.parse(await readJson(fetch, address));
    const at = now();
    const stored = { keys: JSON.stringify(keys), fetched_at: at.toISOString() };
    known.set(issuer.url, { readAt: at.getTime(), find: setOf(keys) });
    await db.insertInto("publishing_issuer").values({ url: issuer.url, ...stored })
      .onConflict((conflict) => conflict.column("url").doUpdateSet(stored)).execute();
  }

  /** Asks the issuer, once for all who wait, and once a minute whatever tokens strangers send. */
  async function ask(issuer: TokenIssuer): Promise<void> {
    const { url } = issuer;
    if (!asking.has(url) && since(asked.get(url)?.at) <= AGAIN_MS) return;
    const running = asking.get(url) ?? read(issuer).then(
      () => void asked.set(url, { at: now().getTime(), isOut: false }),
      () => void asked.set(url, { at: now().getTime(), isOut: true }),
    ).finally(() => asking.delete(url));
    asking.set(url, running);
    await running;
  }

  async function recall({ url }: TokenIssuer): Promise<void> {
    if (known.has(url)) return;
    const row = await db.selectFrom("publishing_issuer").selectAll().where("url", "=", url)
      .executeTakeFirst();
    if (row === undefined || known.has(url)) return;
    const find = setOf(KeySet.parse(JSON.parse(row.keys)));
    known.set(url, { readAt: new Date(row.fetched_at).getTime(), find });
  }

  return {
    of: (issuer) => async (header, token) => {
      const { url } = issuer;
      await recall(issuer);
      if (since(known.get(url)?.readAt) > FRESH_MS) await ask(issuer);
      const find = async () => {
        const held = known.get(url);
        return since(held?.readAt) <= KEPT_MS ? await held?.find(header, token) : undefined;
      };
      try {
        const key = await find();
        if (key !== undefined) return key;
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        // A key that is new. What the issuer cannot deny while it is out is not refused yet.
        await ask(issuer);
        const key = await find().catch((again) => {
          if (asked.get(url)?.isOut !== true) throw again;
        });
        if (key !== undefined) return key;
      }
      throw new SvcError("issuer_unavailable", `The keys of ${url} cannot be read right now`, {
        hint: "Run the job again in a few minutes.",
      });
    },
  };
}

function setOf(keys: z.output<typeof KeySet>): ReturnType<typeof createLocalJWKSet> {
  return createLocalJWKSet(keys as JSONWebKeySet);
}

/** Where the keys of an issuer are that only its own description tells. */
async function described(fetch: typeof globalThis.fetch, issuer: string): Promise<string> {
  const at = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const { issuer: named, jwks_uri } = Description.parse(await readJson(fetch, at));
  const keys = new URL(jwks_uri);
  if (named !== issuer) throw new Error(`${at} is of another issuer`);
  if (keys.protocol !== "https:" && keys.origin !== new URL(issuer).origin) {
    throw new Error(`${at} names keys that are not sent over https`);
  }
  return keys.href;
}

async function readJson(fetch: typeof globalThis.fetch, url: string): Promise<unknown> {
  const answer = await fetch(url, {
    headers: { accept: "application/json" },
    redirect: "error",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  try {
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    return JSON.parse(new TextDecoder().decode(await readBytes(answer, LARGEST)));
  } catch (error) {
    // What is not read goes on to be sent.
    await answer.body?.cancel().catch(() => {});
    throw error;
  }
}

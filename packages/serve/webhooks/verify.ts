import { createHmac, hash, timingSafeEqual } from "node:crypto";
import { keyOf } from "./secret.ts";
import type { Scheme, Webhook } from "./webhook.ts";

/** A delivery as it came. */
export interface Delivery {
  headers: Headers;
  /** The raw bytes. */
  body: Uint8Array;
}

/** How far the time of a delivery may be from ours, in milliseconds (Standard Webhooks). */
const TOLERANCE_MS = 300_000;

/** Signatures that one delivery may bring; a sender that rotates its secret sends two. */
const MOST_SIGNATURES = 10;

/** A secret that nobody has, so that an unknown webhook takes as long as a known one. */
const NOBODY: Pick<Webhook, "scheme" | "secret" | "previous"> = {
  scheme: "github",
  secret: crypto.getRandomValues(new Uint8Array(32)).toHex(),
  previous: null,
};

/**
 * Why a delivery is not genuine, for the operator's log. What is nearer to a genuine one stands later:
 * of two secrets, that one's reason is told.
 */
const REASONS = ["unknown_webhook", "not_signed", "wrong_signature", "wrong_time"] as const;
export type NotGenuine = typeof REASONS[number];

/**
 * What a genuine delivery is known by from now on, or why it is not genuine. By the standard scheme that
 * is its signed id. Of GitHub's, only the body is signed: its digest.
 */
export type Verdict = { key: string } | { refused: NotGenuine };

/** Checks the signature of a delivery. */
export function verify(
  webhook: Pick<Webhook, "scheme" | "secret" | "previous"> | undefined,
  delivery: Delivery,
  now: Date,
): Verdict {
  const { scheme, secret, previous } = webhook ?? NOBODY;
  const secrets = [secret, ...(previous !== null && previous.until > now ? [previous.secret] : [])];
  // All of them, so that the time does not tell which one it was.
  const verdicts = secrets.map((one) => SCHEMES[scheme](keyOf(scheme, one), delivery, now));
  if (webhook === undefined) return { refused: "unknown_webhook" };
  return verdicts.reduce((a, b) => rank(b) > rank(a) ? b : a);
}

function rank(verdict: Verdict): number {
  return "key" in verdict ? REASONS.length : REASONS.indexOf(verdict.refused);
}

type Check = (key: Uint8Array, delivery: Delivery, now: Date) => Verdict;

const SCHEMES: Record<Scheme, Check> = {
  standard(key, { headers, body }, now) {
    const id = headers.get("webhook-id") ?? "";
    const time = headers.get("webhook-timestamp") ?? "";
    const signatures = (headers.get("webhook-signature") ?? "").split(" ").slice(
      0,
      MOST_SIGNATURES,
    );
    const own = createHmac("sha256", key).update(`${id}.${time}.`).update(body).digest();
    const genuine = signatures.map((text) => isSame(own, base64(/^v1,(.+)$/.exec(text)?.[1])))
      .includes(true);
    if (!genuine || !/^[\x21-\x7e]{1,256}$/.test(id) || !/^[0-9]{1,12}$/.test(time)) {
      return notGenuine(headers.has("webhook-signature"));
    }
    const near = Math.abs(now.getTime() - Number(time) * 1000) <= TOLERANCE_MS;
    return near ? { key: `id:${id}` } : { refused: "wrong_time" };
  },
  github(key, { headers, body }) {
    const given = headers.get("x-hub-signature-256") ?? "";
    const own = createHmac("sha256", key).update(body).digest();
    const genuine = isSame(own, hex(/^sha256=([0-9a-f]{64})$/.exec(given)?.[1]));
    if (!genuine) return notGenuine(headers.has("x-hub-signature-256"));
    return { key: `sha256:${hash("sha256", body, "hex")}` };
  },
};

function notGenuine(signed: boolean): Verdict {
  return { refused: signed ? "wrong_signature" : "not_signed" };
}

/** In a time that does not tell where they differ. */
function isSame(own: Uint8Array, given: Uint8Array | undefined): boolean {
  const other = given?.length === own.length ? given : new Uint8Array(own.length);
  return timingSafeEqual(own, other) && given?.length === own.length;
}

function base64(text: string | undefined): Uint8Array | undefined {
  try {
    return text === undefined ? undefined : Uint8Array.fromBase64(text);
  } catch {
    return undefined;
  }
}

function hex(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : Uint8Array.fromHex(text);
}

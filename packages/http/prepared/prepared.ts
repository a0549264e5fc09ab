import type { Reply, RequestHead } from "../listener/mod.ts";
import type { Compressor } from "./compressor.ts";
import { isUnchanged } from "../input/unchanged.ts";
import { formFor, type Forms, formsOf, type Source } from "./forms.ts";

/** A whole answer, ready to be sent. */
export interface Prepared {
  status: number;
  /** The entity tag without its quotes; absent where no copy may be kept. */
  tag: string | undefined;
  forms: Forms;
  /** What it may take in memory, compressed forms included, in bytes. */
  size: number;
}

/** How an answer may be kept. */
export interface Keeping {
  /** Something is counted each time it is sent, so no cache between may answer instead. */
  counted?: boolean;
  /** The address is itself the credential: copies are for who has it, as the response says. */
  bearer?: boolean;
  /** The longest answer that is kept, in bytes (default: {@link LONGEST}). */
  longest?: number;
}

/** The longest answer that is kept, in bytes. */
const LONGEST = 1024 * 1024;

/** An answer may be in memory in so many encodings, each as long as the first at most. */
const FORMS = 3;

/** What an answer costs beside its bodies: headers, key, addresses. */
const OVERHEAD = 2048;

/** Caches between ask again each time, or answer by themselves for some seconds. */
const SHORT = {
  "cache-control": "public, max-age=0, must-revalidate, s-maxage=10",
  // For caches that know it (RFC 9213): what has just ended may go out while it is asked for again.
  "cdn-cache-control": "max-age=10, stale-while-revalidate=60",
};

/** What another answer may depend on. */
const VARY = "accept-encoding, authorization, cookie, x-api-key";

/** Headers that are decided here, whatever the response says. */
const DECIDED: ReadonlySet<string> = new Set(["cache-control", "content-length", "etag", "vary"]);

/**
 * Makes an answer of a response that was made from an address alone. Undefined for what may not be
 * kept: a refusal, a response that sets a cookie or says that it is for one reader, a long one.
 */
export async function prepare(response: Response, kept: Keeping): Promise<Prepared | undefined> {
  const { longest = LONGEST } = kept;
  if (!mayBeKept(response, kept)) return undefined;
  // What says that it is longer is not read for it.
  if (Number(response.headers.get("content-length")) > longest) return undefined;
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  if (bytes.byteLength > longest) return undefined;
  const tag = kept.counted ? undefined : await tagOf(response.headers.get("etag"), bytes);
  const headers = {
    ...Object.fromEntries([...response.headers].filter(([name]) => !DECIDED.has(name))),
    ...(kept.bearer ? {} : { vary: VARY }),
    "x-content-type-options": "nosniff",
  };
  const forms = formsOf({
    bytes,
    tag,
    headers,
    ...copies(response.headers.get("cache-control"), kept),
  });
  return {
    status: response.status,
    tag,
    forms,
    size: (forms.source === undefined ? 1 : FORMS) * bytes.byteLength + OVERHEAD,
  };
}

/**
 * An answer as a reply to this request: the shortest form of those it takes, 304 for who has it
 * already, the head alone for HEAD.
 */
export function replyOf(
  { status, tag, forms }: Prepared,
  request: Pick<RequestHead, "method" | "headers">,
  compressor: Compressor,
  scope: "public" | "private",
): Reply {
  const form = formFor(forms, request.headers.get("accept-encoding"), compressor);
  const headers = form.headers[scope];
  const known = tag === undefined ? null : request.headers.get("if-none-match");
  if (known !== null && isUnchanged(known, `"${tag}"`, `"${tag}-br"`, `"${tag}-gzip"`)) {
    // What a 304 says of the length is that of the answer it stands for (RFC 9110, 15.4.5).
    return { status: 304, headers, body: null };
  }
  return { status, headers, body: request.method === "HEAD" ? null : form.body };
}

function mayBeKept({ status, headers }: Response, { counted, bearer }: Keeping): boolean {
  if (status !== 200 && !(counted && status === 302)) return false;
  if (headers.has("set-cookie") || headers.has("content-encoding")) return false;
  return counted || bearer || !/private|no-store|no-cache/.test(headers.get("cache-control") ?? "");
}

/** What caches and browsers may do with copies. */
function copies(
  told: string | null,
  { counted, bearer }: Keeping,
): Pick<Source, "forStrangers" | "forKnown"> {
  const own = counted ? "no-store" : told?.startsWith("public") || bearer ? told : null;
  return own === null
    ? { forStrangers: SHORT, forKnown: { "cache-control": "private, no-cache" } }
    : { forStrangers: { "cache-control": own }, forKnown: { "cache-control": own } };
}

async function tagOf(told: string | null, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  if (told?.startsWith('"')) return told.slice(1, -1);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return digest.subarray(0, 16).toBase64({ alphabet: "base64url", omitPadding: true });
}

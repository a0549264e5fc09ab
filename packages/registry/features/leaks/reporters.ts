import { SvcError } from "@svc/core/error";
import { readBytes } from "@svc/http/input";
import { verify } from "node:crypto";
import { z } from "zod";

/** Somebody who reports many leaked keys at once and signs that, as platforms do that scan code. */
export interface Reporter {
  /** What their headers begin with, as `Github` in `Github-Public-Key-Signature`. */
  prefix: string;
  /** Where their public keys are. */
  url: string;
}

/** Finds out who signed a report. */
export interface Reporters {
  /**
   * @param bytes the body as it was sent
   * @returns the reporter's prefix; undefined for a report that claims no signature of a known one
   * @throws SvcError `forbidden` when the signature is not good, `unavailable` when their keys cannot
   *   be read
   */
  signerOf(headers: Headers, bytes: Uint8Array): Promise<string | undefined>;
}

declare module "../../access/services.ts" {
  interface Services {
    reporters: Reporters;
  }
}

/** How long keys are believed, and how soon they are asked for again because of one not among them. */
const FRESH_MS = 24 * 3_600_000;
const AGAIN_MS = 60_000;

/** How long they may take, in milliseconds, and how large they may be, in bytes. */
const ANSWER_MS = 5_000;
const LARGEST = 256 * 1024;

/** As GitHub describes the answer for its partners; only what is current counts. */
const PublicKeys = z.object({
  public_keys: z.array(
    z.object({ key_identifier: z.string(), key: z.string(), is_current: z.boolean() }),
  ).max(100),
});

interface Keys {
  readAt: number;
  byId: ReadonlyMap<string, string>;
}

/** Who may sign reports: what the operator set. Their keys are read when the first report comes. */
export function createReporters(
  { known, fetch, now }: {
    known: readonly Reporter[];
    fetch: typeof globalThis.fetch;
    now(): Date;
  },
): Reporters {
  const kept = new Map<string, Keys>();
  const keyOf = async ({ url }: Reporter, id: string): Promise<string | undefined> => {
    const at = now().getTime();
    let keys = kept.get(url);
    const age = keys === undefined ? Infinity : at - keys.readAt;
    if (keys === undefined || age > FRESH_MS || !keys.byId.has(id) && age > AGAIN_MS) {
      keys = { readAt: at, byId: await readKeys(fetch, url) };
      kept.set(url, keys);
    }
    return keys.byId.get(id);
  };
  return {
    async signerOf(headers, bytes) {
      const reporter = known.find(({ prefix }) => headers.has(`${prefix}-Public-Key-Signature`));
      if (reporter === undefined) return undefined;
      const { prefix } = reporter;
      const signature = headers.get(`${prefix}-Public-Key-Signature`)!;
      const key = await keyOf(reporter, headers.get(`${prefix}-Public-Key-Identifier`) ?? "");
      if (key === undefined || !isSigned(bytes, key, signature)) {
        throw new SvcError("forbidden", "The signature of the report is not good", {
          hint: "Sign the body as it is sent, with a key that is current.",
        });
      }
      return prefix;
    },
  };
}

/** ECDSA with SHA-256, the signature as DER in base64. What cannot be read is not good. */
function isSigned(bytes: Uint8Array, key: string, signature: string): boolean {
  try {
    return verify("sha256", bytes, key, Uint8Array.fromBase64(signature));
  } catch {
    return false;
  }
}

async function readKeys(
  fetch: typeof globalThis.fetch,
  url: string,
): Promise<ReadonlyMap<string, string>> {
  try {
    const answer = await fetch(url, {
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
    const bytes = await readBytes(answer, LARGEST);
    const { public_keys } = PublicKeys.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return new Map(
      public_keys.filter((key) => key.is_current).map((key) => [key.key_identifier, key.key]),
    );
  } catch (cause) {
    throw new SvcError("unavailable", "The reporter's public keys cannot be read right now", {
      hint: "Send the report again in a minute.",
      cause,
    });
  }
}

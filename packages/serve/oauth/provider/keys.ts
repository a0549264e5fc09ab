import type { JWKS } from "oauth4webapi";
import { SvcError } from "@svc/core/error";
import { buckets } from "@svc/http/rate";

/** Milliseconds after which keys are fetched again: a key that was taken away stops within them. */
const FRESH_MS = 5 * 60_000;

/** Questions for keys that nobody had heard of, however many strangers send one. */
const UNKNOWN = { burst: 3, perMinute: 3 };

/** Keys that are taken of an answer; a provider has two or three. */
const MOST_KEYS = 50;

/** The provider's public keys. */
export interface Keys {
  /**
   * The keys to check a token with that is signed by `kid`. Asks the provider when the keys are old, or
   * when it may have rotated them; then one question serves all who wait.
   *
   * @throws SvcError `unavailable` when there are none and the provider does not answer
   */
  forKey(kid: string | undefined): Promise<JWKS>;
}

/** Keys as `ask` answers them. */
export function providerKeys(ask: () => Promise<Response>, now: () => Date): Keys {
  const unknown = buckets(UNKNOWN, () => now().getTime());
  let known: { jwks: JWKS; at: number } | undefined;
  let asking: Promise<JWKS> | undefined;

  function refresh(): Promise<JWKS> {
    asking ??= read(ask).then((jwks) => {
      known = { jwks, at: now().getTime() };
      return jwks;
    }).finally(() => asking = undefined);
    return asking;
  }

  function mayAsk(): boolean {
    if (asking !== undefined) return true;
    try {
      unknown.take("all");
      return true;
    } catch {
      return false;
    }
  }

  return {
    async forKey(kid) {
      const old = known === undefined || now().getTime() - known.at >= FRESH_MS;
      const strange = kid !== undefined && !known?.jwks.keys.some((key) => key.kid === kid);
      if (!old && (!strange || !mayAsk())) return known!.jwks;
      // A provider that is down is not asked by every request either.
      if (old && !mayAsk()) throw noKeys();
      return await refresh();
    },
  };
}

async function read(ask: () => Promise<Response>): Promise<JWKS> {
  const response = await ask();
  if (!response.ok) throw noKeys();
  const body = await response.json().catch(() => undefined) as unknown;
  const keys = (body as { keys?: unknown } | undefined)?.keys;
  if (!Array.isArray(keys)) return { keys: [] };
  const plain = keys.filter((key) => typeof key === "object" && key !== null);
  return { keys: plain.slice(0, MOST_KEYS) };
}

function noKeys(): SvcError {
  return new SvcError("unavailable", "The registry's keys could not be fetched", {
    hint: "Try again in a minute.",
  });
}

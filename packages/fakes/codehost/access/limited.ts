import { Refusal } from "../call/mod.ts";
import { type Limits, resourceOf, type SecondaryLimit } from "../state/mod.ts";

/**
 * Counts a call against its caller's limits.
 *
 * @throws Refusal for a call over one of them
 */
export function countCall(limits: Limits, caller: string | null, path: string): void {
  if (!limits.enabled || path === "/rate_limit") return;
  const slowed = limits.slowed();
  if (slowed !== undefined) throw tooFast(slowed);
  if (limits.spend(caller, resourceOf(path))) return;
  const who = caller === null ? "127.0.0.1" : `user ${caller}`;
  throw new Refusal(limits.manner.status, `API rate limit exceeded for ${who}.`);
}

function tooFast({ status, headers, retryAfter }: Omit<SecondaryLimit, "times">): Refusal {
  return new Refusal(
    status,
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    undefined,
    headers ? { "retry-after": String(retryAfter) } : {},
  );
}

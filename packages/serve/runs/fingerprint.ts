import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import type { RunOrder } from "./run.ts";

/** A digest of what an order asks for, the same whatever the order of its keys. */
export async function fingerprintOf(
  { behavior, method, inputs, settings }: RunOrder,
): Promise<string> {
  let text: string;
  try {
    text = JSON.stringify(sorted([behavior, method, inputs, settings]));
  } catch (cause) {
    // Thousands of levels.
    throw new SvcError("invalid_argument", "The arguments are nested too deeply", { cause });
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  // As pairs: `__proto__` is a key like others.
  return { pairs: Object.keys(value).sort().map((key) => [key, sorted(value[key])]) };
}

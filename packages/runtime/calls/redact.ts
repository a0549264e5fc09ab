import { isSvcError, SvcError } from "@svc/core/error";
import { secretTexts } from "../sandbox/secret_texts.ts";

/** Replaces every known secret in texts by `***`. */
export interface Redactor {
  add(secret: unknown): void;
  text(text: string): string;
  /** As `text`, for every string, name and number of a JSON value. */
  value<T>(value: T): T;
  /** As `text`, for what a refusal says. */
  error<T>(error: T): T | SvcError;
  /** What is replaced, the longest first. */
  readonly texts: readonly string[];
  /** Bytes of the longest of these as UTF-8, 0 when there is none. */
  readonly longestBytes: number;
  /** True when bytes hold a secret as UTF-8. */
  foundIn(bytes: Uint8Array): boolean;
}

/** Texts that a method may have kept from being shown: each line of its log is searched for all. */
const ADDED_TEXTS = 400;

/** Takes secrets that a method learns as it runs, up to a number that keeps redacting fast. */
export function addedSecrets(redactor: Redactor, onLeftOut: () => void): (text: string) => void {
  let left = ADDED_TEXTS;
  return (text) => {
    if (left < 0) return;
    left -= secretTexts(text).length;
    if (left < 0) onLeftOut();
    else redactor.add(text);
  };
}

/** A redactor that knows `secrets`, the lines of each, and the JSON-escaped form of these. */
export function createRedactor(secrets: readonly unknown[] = []): Redactor {
  const known = new Set<string>();
  let longestFirst: string[] = [];
  let longestBytes = 0;
  const encoder = new TextEncoder();
  const redactor: Redactor = {
    get texts() {
      return longestFirst;
    },
    get longestBytes() {
      return longestBytes;
    },
    add(secret) {
      for (const text of secretTexts(secret)) known.add(text);
      longestFirst = [...known].sort((a, b) => b.length - a.length);
      longestBytes = Math.max(0, ...longestFirst.map((text) => encoder.encode(text).length));
    },
    text(text) {
      let result = text;
      for (const secret of longestFirst) result = result.replaceAll(secret, "***");
      return result;
    },
    value(value) {
      if (longestFirst.length === 0) return value;
      if (typeof value === "string") return redactor.text(value) as typeof value;
      if (typeof value === "number") {
        return (known.has(String(value)) ? "***" : value) as typeof value;
      }
      if (Array.isArray(value)) return value.map((item) => redactor.value(item)) as typeof value;
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [redactor.text(key), redactor.value(item)]),
      ) as typeof value;
    },
    error(error) {
      if (longestFirst.length === 0 || !isSvcError(error)) return error;
      const { code, message, status, hint, details, grants, cause } = error;
      return new SvcError(code, redactor.text(message), {
        status,
        cause,
        ...(hint === undefined ? {} : { hint: redactor.text(hint) }),
        ...(details === undefined ? {} : { details: redactor.value(details) }),
        ...(grants === undefined ? {} : { grants: redactor.value(grants) }),
      });
    },
    foundIn(bytes) {
      if (longestFirst.length === 0) return false;
      // A character for each byte: V8 searches texts much faster than Deno does bytes.
      const decoder = new TextDecoder("latin1");
      const content = decoder.decode(bytes);
      return longestFirst.some((secret) =>
        content.includes(decoder.decode(encoder.encode(secret)))
      );
    },
  };
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

import { Buffer } from "node:buffer";
import { isSvcError, SvcError } from "@svc/core/error";

/** Replaces every known secret in texts by `***`. */
export interface Redactor {
  add(secret: unknown): void;
  text(text: string): string;
  /** As `text`, for every string, name and number of a JSON value. */
  value<T>(value: T): T;
  /** As `text`, for what a refusal says. */
  error<T>(error: T): T | SvcError;
  /** True when bytes hold a secret as UTF-8. */
  foundIn(bytes: Uint8Array): boolean;
}

/** Shorter texts would blank out half of any output. */
const SHORTEST = 3;

/** The same for one line of a secret of several, such as a private key. */
const SHORTEST_LINE = 6;

/** A redactor that knows `secrets`, the lines of each, and the JSON-escaped form of these. */
export function createRedactor(secrets: readonly unknown[] = []): Redactor {
  const known = new Set<string>();
  let longestFirst: string[] = [];
  const learn = (text: string) => {
    known.add(text);
    known.add(JSON.stringify(text).slice(1, -1));
    longestFirst = [...known].sort((a, b) => b.length - a.length);
  };
  const redactor: Redactor = {
    add(secret) {
      if (typeof secret === "object" && secret !== null) {
        return Object.values(secret).forEach((part) => redactor.add(part));
      }
      if (typeof secret !== "string" && typeof secret !== "number") return;
      const text = String(secret);
      if (text.length < SHORTEST) return;
      learn(text);
      // What is printed arrives line by line.
      for (const line of text.split(/\r?\n/).map((part) => part.trim())) {
        if (line.length >= SHORTEST_LINE) learn(line);
      }
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
      const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return longestFirst.some((secret) => content.includes(secret, 0, "utf8"));
    },
  };
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

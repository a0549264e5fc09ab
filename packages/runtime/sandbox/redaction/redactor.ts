import { isSvcError, SvcError } from "@svc/core/error";
import { lineRedactor } from "./lines.ts";
import { createMatcher, type Matcher } from "./matcher.ts";
import { patternsOf, secretsOf } from "./pattern.ts";
import { BLANK, holdsSecret, redactedPieces, redactedText } from "./text.ts";

/** Replaces every known secret in texts by `***`, however it is written. */
export interface Redactor {
  /** Adds the secrets in a value: itself, or what is inside of an object or list. */
  add(secret: unknown): void;
  text(text: string): string;
  /** As `text`, for every string, name and number of a JSON value. */
  value<T>(value: T): T;
  /** As `text`, for what a refusal says. */
  error<T>(error: T): T | SvcError;
  /** Takes the lines of one log, also a secret that was broken into several. */
  lines(): (line: string) => string;
  /** As `text`, for a text in pieces. */
  pieces(pieces: AsyncIterable<string>): AsyncGenerator<string>;
  /** True for a text that holds a secret. */
  foundIn(text: string): boolean;
  /** Every secret, when one of them is in a value, else none: for a redactor of who is given it. */
  givenIn(value: unknown): readonly string[];
  /** True when there is nothing to hide. */
  readonly isEmpty: boolean;
}

/** A redactor that knows these secrets. */
export function createRedactor(secrets: readonly unknown[] = []): Redactor {
  const known = new Set(secrets.flatMap(secretsOf));
  let made: Matcher | undefined;
  // Made when it is needed: most runs have nothing to hide.
  const matcher = () => made ??= createMatcher([...known].flatMap(patternsOf));
  const redactor: Redactor = {
    get isEmpty() {
      return known.size === 0;
    },
    add(secret) {
      for (const text of secretsOf(secret)) {
        if (known.has(text)) continue;
        known.add(text);
        made?.add(patternsOf(text));
      }
    },
    text: (text) => known.size === 0 ? text : redactedText(matcher(), text),
    value(value) {
      if (known.size === 0) return value;
      if (typeof value === "string") return redactor.text(value) as typeof value;
      if (typeof value === "number") {
        return (known.has(String(value)) ? BLANK : value) as typeof value;
      }
      if (Array.isArray(value)) return value.map((item) => redactor.value(item)) as typeof value;
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [redactor.text(key), redactor.value(item)]),
      ) as typeof value;
    },
    error(error) {
      if (known.size === 0 || !isSvcError(error)) return error;
      const { code, message, status, hint, details, grants, cause } = error;
      return new SvcError(code, redactor.text(message), {
        status,
        cause,
        hint: hint && redactor.text(hint),
        details: redactor.value(details),
        grants: redactor.value(grants),
      });
    },
    lines: () => lineRedactor(matcher),
    pieces: (pieces) => known.size === 0 ? unchanged(pieces) : redactedPieces(pieces, matcher()),
    givenIn: (value) =>
      JSON.stringify(redactor.value(value)) === JSON.stringify(value) ? [] : [...known],
    foundIn: (text) => known.size > 0 && holdsSecret(matcher(), text),
  };
  return redactor;
}

async function* unchanged(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  yield* pieces;
}

/** Secrets that a method may have kept from being shown, in characters. */
const ADDED_CHARACTERS = 200_000;

/** Takes secrets that a method learns as it runs, up to an amount. */
export function addedSecrets(redactor: Redactor, onLeftOut: () => void): (text: string) => void {
  let left = ADDED_CHARACTERS;
  return (text) => {
    if (left < 0) return;
    left -= text.length + 100;
    if (left < 0) onLeftOut();
    else redactor.add(text);
  };
}

import { SvcError } from "@svc/core/error";

/** The claims of a verified token. */
export type Claims = Readonly<Record<string, unknown>>;

/** What an identity token says of its job, in the words that publishers are compared by. */
export interface Job {
  names: Readonly<Record<string, string>>;
  ids: Readonly<Record<string, string>>;
  /** Every claim as text, where a publisher names claims itself. */
  claims?: Readonly<Record<string, string>>;
  /** Whether it runs that file; undefined where the provider has none. */
  runs?(workflow: string): boolean;
  /** Whether its steps are those of that reusable workflow; of none, where null. */
  calls?(reusable: string | null): boolean;
  /** The claims that tell of the two, for who is refused. */
  workflow: { claim: string; value: string } | null;
  reusable: { claim: string; value: string } | null;
  environment: string | null;
  event: string | null;
  /** Who started it, by the name the host has for them; null where the token does not tell. */
  actor: string | null;
  /** Null where the token does not tell. */
  ref: { kind: "branch" | "tag"; name: string; isProtected: boolean } | null;
  isHosted: boolean;
  /** Why no publisher takes it whatever it says otherwise. */
  refused?: string;
  sha: string | null;
  run: { url: string; name: string };
}

/** Longest text of a claim that is kept or shown. */
const LONGEST = 500;

/**
 * The text of a claim that every token of the provider has.
 *
 * @throws SvcError `token_invalid`
 */
export function textOf(claims: Claims, claim: string, hint?: string): string {
  const text = optionalText(claims, claim);
  if (text !== null) return text;
  throw new SvcError("token_invalid", `The identity token has no claim '${claim}'`, {
    hint: hint ?? "Ask for the token as the provider's documentation says.",
  });
}

/** The text of a claim that a token may have: numbers as they are written, null for all else. */
export function optionalText(claims: Claims, claim: string): string | null {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** What is kept and shown of a text that a job chose. */
export function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** A ref in its long form; null for one that is neither a branch nor a tag. */
export function refOf(ref: string | null, isProtected = false): Job["ref"] {
  if (ref?.startsWith("refs/heads/")) return { kind: "branch", name: ref.slice(11), isProtected };
  if (ref?.startsWith("refs/tags/")) return { kind: "tag", name: ref.slice(10), isProtected };
  return null;
}

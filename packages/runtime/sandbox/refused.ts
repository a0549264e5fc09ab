import type { SvcError } from "@svc/core/error";
import type { Denial } from "./denied_grant.ts";
import type { LogLevel } from "./protocol.ts";

/** What a method was refused while it ran, as its process tells. */
export interface Refused {
  /** What Deno said of each refusal. */
  readonly texts: ReadonlySet<string>;
  /** What svc itself refused. */
  readonly denials: readonly Denial[];
  /** Variables it looked for that were not granted. */
  readonly variables: ReadonlySet<string>;
  /** What requests said that reached nobody, where the method went on. */
  readonly unreachable: ReadonlySet<string>;
  denied(text: string): void;
  /** Keeps what svc refused with this error. */
  refuse(denial: Denial, error: SvcError): void;
  /** True for an error of {@linkcode Refused.refuse}, not for one of another run. */
  isOwn(error: SvcError): boolean;
  unset(names: readonly string[]): void;
  reachedNobody(texts: readonly string[]): void;
}

/** Kept of each; the method can send as many as it likes. */
const MOST = 100;

/**
 * Collects what a method was refused. All of it comes from the method's own process, which can say
 * anything: it is what the code asked for, no more.
 *
 * @param log gets each once; names of variables only, never a value
 */
export function collectRefused(log: (level: LogLevel, text: string) => void): Refused {
  const texts = new Set<string>();
  const denials: Denial[] = [];
  const errors = new WeakSet<SvcError>();
  const variables = new Set<string>();
  const unreachable = new Set<string>();
  return {
    texts,
    denials,
    variables,
    unreachable,
    denied(text) {
      if (texts.size >= MOST || texts.has(text)) return;
      texts.add(text);
      log("debug", `Refused: ${text.replace(/, run again with.*$/s, "")}`);
    },
    refuse(denial, error) {
      errors.add(error);
      if (denials.length < MOST) denials.push(denial);
    },
    isOwn: (error) => errors.has(error),
    unset(names) {
      const fresh = names.filter((name) =>
        /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name) && !variables.has(name)
      ).slice(0, MOST - variables.size);
      if (fresh.length === 0) return;
      for (const name of fresh) variables.add(name);
      log("debug", `Not granted, so treated as unset: ${fresh.join(", ")}`);
    },
    reachedNobody(texts) {
      for (const text of texts.slice(0, MOST)) unreachable.add(text);
    },
  };
}

import type { LogLevel } from "../../sandbox/protocol.ts";

/** Warnings that a result holds, and characters of each: the log has all of them. */
const MOST = 20;
const LONGEST = 1000;

/** The warnings of a run, for its result: who reads that reads no log. */
export function warningList(): { texts: string[]; keep(level: LogLevel, text: string): void } {
  const texts: string[] = [];
  return {
    texts,
    keep(level, text) {
      if (level === "trace" || level === "debug" || level === "info") return;
      if (texts.length === MOST) return;
      texts.push(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
    },
  };
}

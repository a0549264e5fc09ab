import type { DatabaseSync } from "node:sqlite";
import { transaction } from "../state/open.ts";

/** How long a use may wait before it is written, and how long after that the next one is. */
const DELAY_MS = 5_000;
const PAUSE_MS = 60_000;

/** Tells when tokens were last used, at most once a minute for each, many in one write. */
export interface LastUsed extends Disposable {
  /** Notes a use; nothing is written now. */
  touch(id: string): void;
  /** Writes what waits; disposing does so too. */
  flush(): void;
}

/** What a recorder goes by. */
export interface LastUsedOptions {
  /** Milliseconds since 1970. */
  now(): number;
  /** Called when a time could not be written. It is lost: only a time, never a request. */
  onError(error: unknown): void;
  /** Does something once, after so many milliseconds, unless disposed of. */
  later?: (ms: number, work: () => void) => Disposable;
}

/** A recorder on `database`. */
export function lastUsed(
  database: DatabaseSync,
  { now, onError, later = afterSome }: LastUsedOptions,
): LastUsed {
  const write = database.prepare("UPDATE token SET last_used_at = ? WHERE id = ?");
  const written = new Map<string, number>();
  const waiting = new Map<string, number>();
  let timer: Disposable | undefined;

  function flush(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    const uses = [...waiting];
    waiting.clear();
    if (uses.length === 0) return;
    try {
      transaction(database, () => {
        for (const [id, at] of uses) write.run(at, id);
      });
    } catch (error) {
      onError(error);
    }
    for (const [id, at] of uses) written.set(id, at);
  }

  return {
    touch(id) {
      const at = now();
      if (at < (written.get(id) ?? -Infinity) + PAUSE_MS) return;
      waiting.set(id, at);
      timer ??= later(DELAY_MS, flush);
    },
    flush,
    [Symbol.dispose]: flush,
  };
}

function afterSome(ms: number, work: () => void): Disposable {
  const timer = setTimeout(work, ms);
  Deno.unrefTimer(Number(timer));
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

import type { Db } from "../store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** How long a use may wait before it is written. */
const DELAY_MS = 10_000;

/** Records when keys and tokens were last used, many uses in one write (spec §2.3). */
export interface LastUsed {
  key(id: string): void;
  token(id: string): void;
  /**
   * Writes what waits; what cannot be written is lost. Lists call it, so that they show this process's
   * uses; so does shutdown.
   */
  flush(): Promise<void>;
}

/** A recorder on `db`; a failed write loses only a time, never a request. */
export function lastUsed(db: Db, now: () => Date, onError: (error: unknown) => void): LastUsed {
  let keys = new Map<string, Date>();
  let tokens = new Map<string, Date>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const [writtenKeys, writtenTokens] = [keys, tokens];
    if (writtenKeys.size + writtenTokens.size === 0) return;
    [keys, tokens] = [new Map(), new Map()];
    await inTransaction(db, async (trx) => {
      for (const [id, at] of writtenKeys) {
        await trx.updateTable("apikey").set({ lastRequest: at.toISOString() }).where("id", "=", id)
          .execute();
      }
      for (const [id, at] of writtenTokens) {
        await trx.updateTable("collective_token").set({ last_used_at: at.toISOString() }).where(
          "id",
          "=",
          id,
        )
          .execute();
      }
    });
  }

  // One after the other: a list waits for what is on its way, and so does who closes the store.
  let writing = Promise.resolve();
  const flush = () => writing = writing.then(write).catch(onError);

  function touch(uses: Map<string, Date>, id: string): void {
    uses.set(id, now());
    if (timer !== undefined) return;
    timer = setTimeout(() => void flush(), DELAY_MS);
    Deno.unrefTimer(Number(timer));
  }

  return { key: (id) => touch(keys, id), token: (id) => touch(tokens, id), flush };
}

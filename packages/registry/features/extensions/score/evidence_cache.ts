import { LRUCache } from "lru-cache";
import type { EvidenceCache } from "@svc/scorecard/audit";

const SIZE = 5_000;

/** What outside services said of dependencies, for the audits of all extensions. */
export interface EvidenceMemory extends EvidenceCache {
  /**
   * The same memory for an audit that asks again: it forgets what it is asked for, and keeps the
   * new answers.
   */
  again: EvidenceCache;
}

declare module "../../../access/services.ts" {
  interface Services {
    evidence: EvidenceMemory;
  }
}

type Evidence = Parameters<EvidenceCache["set"]>[1];

/** A memory in process, bounded; the audit decides how long an answer in it stands. */
export function createEvidenceMemory(size = SIZE): EvidenceMemory {
  const kept = new LRUCache<string, Evidence>({ max: size });
  const set = (key: string, evidence: Evidence): Promise<void> => {
    kept.set(key, evidence);
    return Promise.resolve();
  };
  return {
    get: (key) => Promise.resolve(kept.get(key)),
    set,
    again: {
      get(key) {
        kept.delete(key);
        return Promise.resolve(undefined);
      },
      set,
    },
  };
}

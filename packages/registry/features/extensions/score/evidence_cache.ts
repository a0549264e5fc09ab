import type { EvidenceCache } from "@svc/scorecard/audit";

const SIZE = 5_000;

type Evidence = Parameters<EvidenceCache["set"]>[1];
const kept = new Map<string, Evidence>();

/** What outside services said of a dependency, kept in process; the audit decides how long it stands. */
export const evidenceCache: EvidenceCache = {
  get: (key) => Promise.resolve(kept.get(key)),
  set: (key, evidence) => {
    kept.delete(key);
    kept.set(key, evidence);
    if (kept.size > SIZE) kept.delete(kept.keys().next().value!);
    return Promise.resolve();
  },
};

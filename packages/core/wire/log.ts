import { z } from "zod";

const Base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/).meta({ description: "Base64." });

/** The answer of `GET /api/v1/log/proof`. */
export const LogProof = z.object({
  proof: z.string().meta({
    description: "A c2sp.org/tlog-proof@v1; its `extra` is the entry as it is logged.",
  }),
  consistency: z.array(Base64).meta({
    description: "Hashes that lead from the tree of `from` entries to the one of the proof.",
  }),
  leaf: Base64.meta({ description: "What the entry says: of a sealed one, what it commits to." }),
  salt: Base64.nullable().meta({
    description: "Of a sealed entry: SHA-256(salt ‖ leaf) is its `commit`.",
  }),
});
export type LogProof = z.output<typeof LogProof>;

/** The answer of `GET /api/v1/log/entries`. */
export const LogEntries = z.object({
  entries: z.array(z.object({
    index: z.int().min(0),
    leaf: Base64.meta({ description: "What the entry says: of a sealed one, what it commits to." }),
    salt: Base64.nullable(),
  })),
  next: z.int().nullable().meta({ description: "What to give as `after` for more." }),
});
export type LogEntries = z.output<typeof LogEntries>;

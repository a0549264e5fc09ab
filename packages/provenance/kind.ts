import { z } from "zod";

/**
 * Who signed a statement: `ci`, a job whose identity a certificate names, recorded in a public log;
 * `key`, a key that an owner of the collective registered.
 */
export const ProvenanceKind = z.enum(["ci", "key"]);
export type ProvenanceKind = z.output<typeof ProvenanceKind>;

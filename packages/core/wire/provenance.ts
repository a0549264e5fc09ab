import { z } from "zod";
import { LIMITS } from "../limit/limits.ts";
import { Instant } from "./value.ts";

/**
 * Who signed a statement of where a version came from: `ci`, a job whose identity a certificate names,
 * recorded in a public log; `key`, a key that the collective registered.
 */
export const ProvenanceKind = z.enum(["ci", "key"]);
export type ProvenanceKind = z.output<typeof ProvenanceKind>;

/** What lists say of a version's provenance; who wants to rely on it verifies the bundle. */
export const ProvenanceSummary = z.object({
  kind: ProvenanceKind,
  repository: z.string().nullable().meta({
    description: "Address of the repository it was built from; null for a registered key.",
  }),
  workflow: z.string().nullable(),
}).meta({ id: "ProvenanceSummary" });
export type ProvenanceSummary = z.output<typeof ProvenanceSummary>;

/** The summary in answers of a registry, which is absent in those of an older one. */
export const provenanceField = ProvenanceSummary.nullable().optional().meta({
  description: "Where it came from, as its statement says; null when it was published without one.",
});

/** A bundle as it is sent: the text of its JSON. */
export const BundleField = z.string().min(2).max(LIMITS.provenanceBytes).meta({
  description:
    "A Sigstore bundle (v0.3, JSON) over a statement about this version and its archive.",
});

/** Answer to `provenance`: all it takes to verify a version offline. */
export const ProvenanceResponse = z.object({
  bundles: z.array(z.object({
    kind: ProvenanceKind,
    bundle: BundleField,
    publicKey: z.object({
      spki: z.string().meta({
        description: "The registered key (SPKI, base64), which the bundle names by its SHA-256.",
      }),
      registeredAt: Instant,
      revokedAt: Instant.nullable(),
    }).nullable().meta({ description: "Null for a job's statement, which has a certificate." }),
    verifiedAt: Instant.meta({ description: "When the registry verified it, at the publication." }),
  })).meta({ description: "None when the version was published without a statement." }),
}).meta({ id: "Provenance" });
export type ProvenanceResponse = z.output<typeof ProvenanceResponse>;

/** A public key that signs versions of a collective. */
export const SigningKeyRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  spki: z.string().meta({ description: "SPKI in base64." }),
  hint: z.string().meta({ description: "SHA-256 of the SPKI, by which bundles name the key." }),
  createdBy: z.string().nullable().meta({ description: "Null once the account is deleted." }),
  createdAt: Instant,
  revokedAt: Instant.nullable(),
}).meta({ id: "SigningKey" });
export type SigningKeyRecord = z.output<typeof SigningKeyRecord>;

export const SigningKeysResponse = z.object({ signingKeys: z.array(SigningKeyRecord) });
export type SigningKeysResponse = z.output<typeof SigningKeysResponse>;

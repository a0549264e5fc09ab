import { z } from "zod";
import type { CiIdentity } from "./identity.ts";
import { invalid } from "./refusal.ts";
import { SLSA_PREDICATE } from "./statement_kinds.ts";

const text = z.string().max(2000);

/** An in-toto statement v1 about one version, with SLSA's provenance (trust 3.2). */
export const Statement = z.strictObject({
  _type: z.literal("https://in-toto.io/Statement/v1"),
  subject: z.tuple([z.strictObject({
    name: text,
    digest: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  })]),
  predicateType: z.literal(SLSA_PREDICATE),
  predicate: z.looseObject({
    buildDefinition: z.looseObject({
      buildType: text,
      externalParameters: z.looseObject({
        workflow: z.looseObject({ ref: text, repository: text, path: text }).optional(),
      }),
      internalParameters: z.looseObject({
        github: z.looseObject({
          repository_id: text.optional(),
          repository_owner_id: text.optional(),
        }).optional(),
      }).optional(),
      resolvedDependencies: z.array(z.looseObject({
        uri: text,
        digest: z.looseObject({ gitCommit: text.optional() }).optional(),
      })).max(100).optional(),
    }),
    runDetails: z.looseObject({
      builder: z.looseObject({ id: text }),
      metadata: z.looseObject({ invocationId: text.optional() }).optional(),
    }),
  }),
});
export type Statement = z.output<typeof Statement>;

/** What a statement must be about. */
export interface Subject {
  /** `@acme/greeter@2026.11.23.1` */
  name: string;
  /** SHA-256 of the archive, lower-case hex. */
  checksum: string;
}

/**
 * Reads a statement's JSON and compares its one subject.
 *
 * @throws SvcError `provenance_invalid`
 */
export function readStatement(json: string, subject: Subject): Statement {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw invalid("it is not JSON", error);
  }
  const read = Statement.safeParse(value);
  if (!read.success) {
    const { path, message } = read.error.issues[0]!;
    throw invalid(`'${path.join(".")}': ${message}`);
  }
  const [named] = read.data.subject;
  if (named.name !== subject.name) throw invalid(`it is about ${named.name}, not ${subject.name}`);
  if (named.digest.sha256 !== subject.checksum) throw invalid("it is about other bytes");
  return read.data;
}

/**
 * Compares what a job's statement says of the job with its certificate, which wins: where both speak,
 * they say the same.
 *
 * @throws SvcError `provenance_invalid` with what differs
 */
export function compareWithCertificate({ predicate }: Statement, identity: CiIdentity): void {
  const { buildDefinition, runDetails } = predicate;
  const { workflow } = buildDefinition.externalParameters;
  const { github } = buildDefinition.internalParameters ?? {};
  const pairs: Record<string, [said: string | undefined, certified: string | null]> = {
    repository: [workflow?.repository, identity.repository],
    workflow: [workflow?.path, identity.workflow],
    ref: [workflow?.ref, identity.ref],
    "repository id": [github?.repository_id, identity.repositoryId],
    "owner id": [github?.repository_owner_id, identity.ownerId],
    commit: [buildDefinition.resolvedDependencies?.[0]?.digest?.gitCommit, identity.commit],
    "run address": [runDetails.metadata?.invocationId, identity.runUrl],
  };
  for (const [name, [said, certified]] of Object.entries(pairs)) {
    if (said === undefined || certified === null || said === certified) continue;
    throw invalid(`it names the ${name} '${said}', its certificate '${certified}'`);
  }
}

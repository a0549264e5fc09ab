import { instanceName } from "../../../platform/names.ts";
import type { RepositoryName } from "../../../platform/repository_name.ts";

/** Names of a mirror's documents, as its methods write them (reference 8.4). */
export interface Names {
  /** The name of one document: of an output, with the parts that tell it from others. */
  of(spec: string, ...parts: string[]): string;
  /** What the names of all documents of an output begin with, or of those with these first parts. */
  prefix(spec: string, ...parts: string[]): string;
}

/** The names of a repository's documents. */
export function namesOf(repository: RepositoryName): Names {
  const of: Names["of"] = (spec, ...parts) =>
    instanceName(spec.toLowerCase(), repository, ...parts);
  return { of, prefix: (spec, ...parts) => `${of(spec, ...parts)}~` };
}

/** A commit as part of a document's name. */
export function sha12(sha: string): string {
  return sha.slice(0, 12);
}

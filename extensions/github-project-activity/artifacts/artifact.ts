import type { RepositoryName } from "../../platform/repository_name.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { Content } from "./content.ts";

/** A file to keep, and what it is about. */
export interface Artifact extends Content {
  /** The repository it is about; null when it is about none. */
  repository: RepositoryName | null;
  name: string;
  subject: Subject | null;
  description: string | null;
}

import type { Project } from "./project.ts";
import type { Row } from "./rows.ts";

/** A release of a project. A draft has no tag yet, and several drafts may want the same one. */
export interface Release extends Row {
  project: Project;
  tag_name: string;
  /** Branch or commit from which the tag is made when there is none. */
  target_commitish: string;
  name: string | null;
  body: string | null;
  draft: boolean;
  prerelease: boolean;
  author: string;
  created_at: string;
  published_at: string | null;
}

import type { Project } from "./project.ts";

/** A release of a project. A draft has no tag yet, and several drafts may want the same one. */
export interface Release {
  id: number;
  project: Project;
  tag: string;
  /** Branch or commit from which the tag is made when there is none. */
  target: string;
  name: string | null;
  body: string | null;
  draft: boolean;
  prerelease: boolean;
  author: string;
  createdAt: string;
  publishedAt: string | null;
}

/** Every release of the host. */
export interface Releases {
  add(release: Omit<Release, "id">): Release;
  /** Those of a project, newest first. */
  of(project: Project): Release[];
  remove(release: Release): void;
}

/** A host without releases. */
export function createReleases(): Releases {
  const releases: Release[] = [];
  let last = 0;
  return {
    add(release) {
      const added = { ...release, id: ++last };
      releases.unshift(added);
      return added;
    },
    of: (project) => releases.filter((one) => one.project.id === project.id),
    remove: (release) => void releases.splice(releases.indexOf(release), 1),
  };
}

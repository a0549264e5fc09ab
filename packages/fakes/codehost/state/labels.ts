import type { Project } from "./project.ts";

/** A label of a project. */
export interface Label {
  id: number;
  name: string;
  color: string;
  description: string | null;
}

/** A milestone of a project. */
export interface Milestone {
  id: number;
  number: number;
  title: string;
  description: string | null;
  open: boolean;
  dueOn: string | null;
  creator: string;
  /** ISO 8601. */
  createdAt: string;
}

/** Labels of all projects. Capitals make no difference in their names. */
export interface Labels {
  /** Undefined when there is one of that name already. */
  add(project: Project, label: Pick<Label, "name"> & Partial<Label>): Label | undefined;
  find(project: Project, name: string): Label | undefined;
  /** Those of a project, oldest first. */
  of(project: Project): Label[];
  remove(project: Project, label: Label): void;
}

/** Milestones of all projects. */
export interface Milestones {
  add(project: Project, milestone: Omit<Milestone, "id" | "number">): Milestone;
  /** Those of a project, oldest first. */
  of(project: Project): Milestone[];
}

/** What the platform gives a label for which nobody chose a colour. */
const COLOR = "ededed";

/** No labels yet. */
export function createLabels(): Labels {
  const labels = new Map<number, Label[]>();
  let last = 0;
  const of = (project: Project) => labels.get(project.id) ?? [];
  const find = (project: Project, name: string) =>
    of(project).find((one) => one.name.toLowerCase() === name.toLowerCase());
  return {
    add(project, given) {
      if (find(project, given.name)) return undefined;
      const label = { color: COLOR, description: null, ...given, id: ++last };
      labels.set(project.id, [...of(project), label]);
      return label;
    },
    find,
    of: (project) => [...of(project)],
    remove: (project, label) =>
      void labels.set(project.id, of(project).filter((one) => one !== label)),
  };
}

/** No milestones yet. */
export function createMilestones(): Milestones {
  const milestones = new Map<number, Milestone[]>();
  let last = 0;
  const of = (project: Project) => milestones.get(project.id) ?? [];
  return {
    add(project, given) {
      const milestone = { ...given, id: ++last, number: of(project).length + 1 };
      milestones.set(project.id, [...of(project), milestone]);
      return milestone;
    },
    of: (project) => [...of(project)],
  };
}

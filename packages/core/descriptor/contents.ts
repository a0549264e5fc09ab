import type { Permissions } from "../permission/permission.ts";
import type { Descriptor, ProviderDescriptor, TypeGraft } from "./descriptor.ts";
import { askedPermissions } from "./grafts.ts";

/**
 * All that a published version holds, as the registry stores and shows it: what its modules say of
 * themselves, and what is carried along without being run.
 */
export interface Contents extends Omit<Descriptor, "grafts" | "permissions"> {
  /** What it asks for: the manifest's permissions, and its grafts. */
  permissions: Permissions;
  /**
   * How the modules were described: `evaluated` at the push, or read from the `source-text` by the
   * registry, because the archive came without a description. The second goes as far as the text is
   * plain, and may be wrong.
   */
  described: "evaluated" | "source-text";
  /** What it adds to types, of its own or of others: the descriptor's `grafts`, by their name on the wire. */
  extensions: TypeGraft[];
  workflows: WorkflowDescriptor[];
  drivers: ProviderDescriptor[];
  skills: SkillDescriptor[];
  /** Files that could not be read, each with the reason. Paths are relative to `extension/`. */
  unread: { file: string; problem: string }[];
}

/** A workflow, as its YAML says. */
export interface WorkflowDescriptor {
  file: string;
  id?: string;
  name: string;
  description: string;
  jobs: WorkflowJob[];
}

/** A job of a workflow. */
export interface WorkflowJob {
  name: string;
  description: string;
  steps: WorkflowStep[];
}

/** A step of a job: which method of which behavior it runs, or which workflow. */
export interface WorkflowStep {
  name: string;
  description: string;
  taskType: string;
  modelIdOrName: string;
  methodName: string;
}

/** A skill for coding agents, as its `SKILL.md` says. */
export interface SkillDescriptor {
  /** Its folder below `extension/skills/`. */
  dirName: string;
  name: string;
  description: string;
  /** Whether it has files that an agent may run. */
  hasScripts: boolean;
  fileCount: number;
}

/**
 * The contents of a version that was stored as text, also of one stored by an earlier release.
 *
 * @param extension its name: what an earlier release stored does not say what it asks for by its grafts
 */
export function parseContents(stored: string, extension: string): Contents {
  const contents: Contents = {
    described: "evaluated",
    extensions: [],
    workflows: [],
    drivers: [],
    skills: [],
    unread: [],
    ...JSON.parse(stored) as Descriptor & Partial<Contents>,
  };
  const { permissions = {}, extensions } = contents;
  return { ...contents, permissions: askedPermissions(extension, permissions, extensions) };
}

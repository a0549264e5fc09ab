import { z } from "zod";
import type { Permissions } from "../permission/permission.ts";
import { readStored } from "../json/stored.ts";
import { descriptorSchema } from "./descriptor.ts";
import { askedPermissions } from "./grafts.ts";

/** Permissions of a kind that only a newer release knows are kept, to be shown as such. */
const permissions: z.ZodType<Permissions> = z.record(z.string(), z.array(z.string()));
const Descriptor = descriptorSchema(z.string(), z.string()).extend({ permissions });
const { grafts, vaults } = Descriptor.shape;

/**
 * All that a published version holds, as the registry stores and shows it: what its modules say of
 * themselves, and what is carried along without being run.
 */
const Contents = Descriptor.omit({ grafts: true }).extend({
  /**
   * How the modules were described: `evaluated` at the push, or read from the `source-text` by the
   * registry, because the archive came without a description. The second goes as far as the text is
   * plain, and may be wrong.
   */
  described: z.enum(["evaluated", "source-text"]),
  /** What it adds to types, of its own or of others: the descriptor's `grafts`, by their name on the wire. */
  extensions: grafts.unwrap(),
  workflows: z.array(z.object({
    file: z.string(),
    id: z.string().exactOptional(),
    name: z.string(),
    description: z.string(),
    jobs: z.array(z.object({
      name: z.string(),
      description: z.string(),
      /** Each runs a method of a behavior, or a workflow. */
      steps: z.array(z.object({
        name: z.string(),
        description: z.string(),
        taskType: z.string(),
        modelIdOrName: z.string(),
        methodName: z.string(),
      })),
    })),
  })),
  drivers: vaults,
  /** Skills for coding agents, as their `SKILL.md` says. */
  skills: z.array(z.object({
    /** Its folder below `extension/skills/`. */
    dirName: z.string(),
    name: z.string(),
    description: z.string(),
    /** Whether it has files that an agent may run. */
    hasScripts: z.boolean(),
    fileCount: z.int(),
  })),
  /** Files that could not be read, each with the reason. Paths are relative to `extension/`. */
  unread: z.array(z.object({ file: z.string(), problem: z.string() })),
});
export type Contents = z.output<typeof Contents>;
export type WorkflowDescriptor = Contents["workflows"][number];
export type WorkflowJob = WorkflowDescriptor["jobs"][number];
export type WorkflowStep = WorkflowJob["steps"][number];
export type SkillDescriptor = Contents["skills"][number];

const NOTHING_CARRIED = { extensions: [], workflows: [], drivers: [], skills: [], unread: [] };

/** What the first release stored: the descriptor alone. */
const FirstContents = z.strictObject(Descriptor.shape).transform((
  { grafts: extensions = [], ...descriptor },
): Contents => ({ ...descriptor, ...NOTHING_CARRIED, described: "evaluated", extensions }));

/** What is said of contents that are damaged, or of a newer release: nothing is known. */
const UNKNOWN: Contents = {
  ...NOTHING_CARRIED,
  descriptorVersion: 1,
  described: "source-text",
  models: [],
  reports: [],
  vaults: [],
  datastores: [],
  permissions: {},
  unread: [{
    file: "descriptor.json",
    problem: "what is stored of it is damaged, or was stored by a newer release",
  }],
};

/**
 * The contents of a version that was stored as text, also of one stored by an earlier release.
 *
 * @param extension its name: what an earlier release stored does not say what it asks for by its grafts
 */
export function parseContents(stored: string, extension: string): Contents {
  const contents = readStored(z.union([Contents, FirstContents]), stored) ?? UNKNOWN;
  const { permissions, extensions } = contents;
  return { ...contents, permissions: askedPermissions(extension, permissions, extensions) };
}

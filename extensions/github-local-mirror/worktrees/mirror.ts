import type { MethodResult } from "../../platform/context.ts";
import { fullName } from "../../platform/repository_name.ts";
import { terminalLine } from "../../platform/terminal.ts";
import type { MirrorContext } from "../context/context.ts";
import { type Objects, openObjects, safeSettings } from "../objects/mod.ts";
import { lockMirror, openLocations } from "../locations/mod.ts";
import { type Documents, openDocuments } from "./documents.ts";

/** What the worktrees of a mirror are worked on with; its lock is held. */
export interface Mirror {
  /** owner/name */
  repo: string;
  /** The bare repository; its places name the folder of the worktrees. */
  objects: Objects;
  documents: Documents;
  /** Prefix of the push URL of a contributor's fork. */
  sshRemoteBase: string;
  /** Tells the person who runs the method, on one line. */
  tell(message: string): void;
  /** The same for what they should look at. */
  warn(message: string): void;
}

/** The folder of a worktree. */
export function folderOf({ objects }: Mirror, id: string): string {
  return `${objects.places.workspaces}/${id}`;
}

/**
 * Opens the mirror for work on its worktrees, under its lock and without a token: nothing here asks
 * the platform. Gives the documents that the body wrote.
 *
 * @throws PlatformFailure `busy`, `not_found` before the first sync, `refused` for a place or a
 *   configuration that cannot be trusted
 */
export async function withMirror(
  context: MirrorContext,
  body: (mirror: Mirror) => Promise<void>,
): Promise<MethodResult> {
  const { signal, logger, globalArgs } = context;
  const places = await openLocations(context);
  await using _lock = await lockMirror(places, signal);
  const objects = await openObjects(places, { create: false, signal });
  const documents = openDocuments(context, places.name);
  await body({
    repo: fullName(places.name),
    objects,
    documents,
    sshRemoteBase: globalArgs.sshRemoteBase,
    tell: (message) => logger.info("{message}", { message: terminalLine(message) }),
    warn: (message) => logger.warn("{message}", { message: terminalLine(message) }),
  });
  return { dataHandles: documents.handles() };
}

/**
 * Opens the mirror's documents alone, under its lock.
 *
 * @throws PlatformFailure `busy`; `refused` for a place that cannot be trusted
 */
export async function withDocuments(
  context: MirrorContext,
  body: (documents: Documents) => Promise<void>,
): Promise<MethodResult> {
  const places = await openLocations(context);
  await using _lock = await lockMirror(places, context.signal);
  const documents = openDocuments(context, places.name);
  await body(documents);
  return { dataHandles: documents.handles() };
}

/** A worktree that git may be called in. */
export interface Inside {
  /** Absolute path of its folder. */
  path: string;
  /** The folder in which git keeps it. */
  admin: string;
}

/**
 * Calls git in a worktree without following the `.git` that is there: whoever works there can
 * change it, and the commands and filters of another configuration would run.
 *
 * @throws PlatformFailure `refused` for a configuration of the worktree's own that would run something
 */
export async function gitInside(
  mirror: Mirror,
  { path, admin }: Inside,
  args: readonly string[],
): Promise<string> {
  return await gitAt(mirror, admin, [`--work-tree=${path}`, ...args]);
}

/** As {@link gitInside}, for what needs no files. */
export async function gitAt(
  { objects }: Mirror,
  admin: string,
  args: readonly string[],
): Promise<string> {
  await safeSettings(`${admin}/config.worktree`, objects.signal);
  return await objects.git([`--git-dir=${admin}`, ...args]);
}

import type { MethodResult } from "../../platform/context.ts";
import { fullName } from "../../platform/repository_name.ts";
import { terminalLine } from "../../platform/terminal.ts";
import type { MirrorContext } from "../context/context.ts";
import { openObjects } from "../objects/mod.ts";
import { lockMirror, openPlaces } from "../places/mod.ts";
import { type Documents, openDocuments } from "./documents.ts";
import type { Mirror } from "./mirror.ts";

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
  const places = await openPlaces(context);
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
  const places = await openPlaces(context);
  await using _lock = await lockMirror(places, context.signal);
  const documents = openDocuments(context, places.name);
  await body(documents);
  return { dataHandles: documents.handles() };
}

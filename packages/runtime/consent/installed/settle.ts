import { decideIntent, prepareIntent, readIntent } from "../../base/files/intent.ts";
import { listFolder } from "../../base/files/read.ts";
import { lockRepository } from "../../repository/lock.ts";
import type { Repository } from "../../repository/repository.ts";
import { type Change, changeIntent, preparedChange, stagingFolder } from "./change.ts";
import { completeChange, removeOldConsents } from "./complete.ts";
import { assertOwnFolders, changesFolder } from "./folders.ts";

const LOCK = "extensions.lock";

/** The name of a decided change's file. The id becomes part of a path, so nothing else is one. */
const DECIDED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.json$/;

/**
 * Holds the lock on the pulled extensions until disposed, with every change that another process left
 * behind completed or undone before.
 *
 * @throws SvcError `lock_timeout`; `conflict` where a symbolic link is in the place of our folders.
 */
export async function lockExtensions(
  repository: Repository,
  timeoutMs?: number,
): Promise<AsyncDisposable> {
  const lock = await lockRepository(repository, {
    file: LOCK,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  try {
    await settleChanges(repository);
    return lock;
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * To be called before the pulled extensions are read: waits for a change that is being carried out,
 * and completes or undoes one whose process has died, so that no reader sees half of it. Costs one
 * look at a folder when there is none.
 */
export async function settled(repository: Repository): Promise<void> {
  const entries = await listFolder(changesFolder(repository));
  if (entries.length === 0) return;
  const decided = entries.some(({ name }) => DECIDED.test(name));
  try {
    await using _lock = await lockExtensions(repository, decided ? undefined : 0);
  } catch (error) {
    // Somebody is preparing a change, or died over it: what there was before stands undamaged.
    if (decided) throw error;
  }
}

async function settleChanges(repository: Repository): Promise<void> {
  await assertOwnFolders(repository);
  const folder = changesFolder(repository);
  for (const { name } of await listFolder(folder)) {
    if (!DECIDED.test(name)) continue;
    const id = name.slice(0, -".json".length);
    const changes = await readIntent(changeIntent(repository, id));
    if (changes !== undefined) await completeChange(repository, id, changes);
  }
  for (const { name } of await listFolder(folder)) await discard(repository, `${folder}/${name}`);
}

/**
 * Prepares a change aside, decides it with one rename, for all its extensions at once, and completes it.
 * The lock is held by the caller. Killed before the rename, nothing was changed; killed after it, the
 * next command completes it.
 *
 * @param prepare makes what the change needs, in the folder given
 * @param consent records the person's consent, once it is known what the change will be
 */
export async function changeExtensions<One extends Change>(
  repository: Repository,
  prepare: (staging: string) => Promise<One[]>,
  consent = () => Promise.resolve(),
): Promise<One[]> {
  const id = crypto.randomUUID();
  const staging = stagingFolder(repository, id);
  const intent = changeIntent(repository, id);
  let changes: One[];
  try {
    await Deno.mkdir(staging, { recursive: true });
    changes = await prepare(staging);
    await prepareIntent(intent, changes);
    await consent();
    await decideIntent(intent);
  } catch (error) {
    await discard(repository, staging).catch(() => {});
    throw error;
  }
  await completeChange(repository, id, changes);
  return changes;
}

/** Removes what an undecided change prepared, and the consent it was prepared with. */
async function discard(repository: Repository, staging: string): Promise<void> {
  for (const { name } of await preparedChange(staging)) await removeOldConsents(repository, name);
  await Deno.remove(staging, { recursive: true });
}

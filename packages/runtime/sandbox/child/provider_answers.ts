import type { LockPlace, ProviderHello, ProviderQuestion } from "../protocol.ts";

/** Answers a question; `signal` aborts when svc does not want the answer any more. */
export type Answering = (question: ProviderQuestion, signal: AbortSignal) => unknown;

type Members = Record<string, (...args: unknown[]) => unknown>;

/** Answers from what a vault's `createProvider` gave. */
export function vaultAnswers(given: object): Answering {
  const provider = given as Members;
  return async (question) => {
    switch (question.op) {
      case "get":
        return await provider["get"]!(question.key);
      case "put":
        await provider["put"]!(question.key, question.value, {});
        return;
      case "list":
        return await provider["list"]!();
      case "delete":
        await provider["delete"]!(question.key);
        return;
      default:
        throw new Error(`A vault does not support ${question.op}`);
    }
  };
}

/** Answers from what a datastore's `createProvider` gave. Locks and sync services are made once each. */
export function datastoreAnswers(given: object, { repoDir }: ProviderHello): Answering {
  const provider = given as Members;
  const locks = new Map<string, Promise<Members>>();
  const syncs = new Map<string, Promise<Members>>();
  const lockOf = async ({ id, path, options }: LockPlace) =>
    await once(locks, id, () => provider["createLock"]!(path, options));
  const syncOf = async (folder: string) =>
    await once(syncs, folder, () => provider["createSyncService"]!(repoDir, folder));
  return async (question, signal) => {
    switch (question.op) {
      case "verify":
        return await ((await provider["createVerifier"]!()) as Members)["verify"]!();
      case "acquire":
        await (await lockOf(question.lock))["acquire"]!({ signal });
        return;
      case "release":
        await (await lockOf(question.lock))["release"]!();
        return;
      case "inspect":
        return await (await lockOf(question.lock))["inspect"]!();
      case "forceRelease":
        return await (await lockOf(question.lock))["forceRelease"]!(question.nonce);
      case "pullChanged":
      case "pushChanged":
        return await (await syncOf(question.folder))[question.op]!({
          signal,
          ...(question.only === undefined ? {} : { only: question.only }),
        });
      case "markDirty": {
        const sync = await syncOf(question.folder);
        for (const relPath of question.paths) await sync["markDirty"]!({ relPath });
        return;
      }
      default:
        throw new Error(`A datastore does not support ${question.op}`);
    }
  };
}

async function once(
  made: Map<string, Promise<Members>>,
  id: string,
  make: () => unknown,
): Promise<Members> {
  const known = made.get(id);
  if (known !== undefined) return await known;
  const fresh = Promise.resolve(make() as Promise<Members>);
  made.set(id, fresh);
  // One that could not be made is tried again.
  fresh.catch(() => made.delete(id));
  return await fresh;
}

import { temporaryFolder } from "../base/files/temporary.ts";

/** The folders of one run, removed when disposed. */
export interface ScratchFolders extends AsyncDisposable {
  /** The method's own: it may read and write here. */
  path: string;
  /** Only svc comes here: what was moved in, the method cannot exchange any more. */
  taken: string;
}

/** Makes the folders of a run. */
export async function scratchFolders(): Promise<ScratchFolders> {
  const folder = await temporaryFolder("run");
  const path = `${folder.path}/work`;
  const taken = `${folder.path}/taken`;
  Deno.mkdirSync(path);
  Deno.mkdirSync(taken);
  return {
    path,
    taken,
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]().catch(() => {});
    },
  };
}

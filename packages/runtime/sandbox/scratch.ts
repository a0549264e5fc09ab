/** The folders of one run, removed when disposed. */
export interface ScratchFolders extends AsyncDisposable {
  /** The method's own: it may read and write here. */
  path: string;
  /** Only svc comes here: what was moved in, the method cannot exchange any more. */
  taken: string;
}

/** Makes the folders of a run. */
export async function scratchFolders(): Promise<ScratchFolders> {
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-run-" }));
  const path = `${root}/work`;
  const taken = `${root}/taken`;
  await Deno.mkdir(path);
  await Deno.mkdir(taken);
  return {
    path,
    taken,
    [Symbol.asyncDispose]: () => Deno.remove(root, { recursive: true }).catch(() => {}),
  };
}

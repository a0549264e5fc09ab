/**
 * Resolves when `count` changes have been seen below a folder, or when `ended` resolves first: a
 * place to interrupt a process that is found by what it has done, not by the clock.
 */
export async function afterChanges(
  folder: string,
  count: number,
  ended: Promise<unknown>,
): Promise<void> {
  if (count === 0) return;
  const watcher = Deno.watchFs(folder);
  ended.then(() => watcher.close(), () => watcher.close());
  let seen = 0;
  for await (const { kind } of watcher) {
    if (kind !== "access" && ++seen >= count) return;
  }
}

/**
 * Lets this process go on without waiting for the disk, until disposed: what was written survives a
 * kill without that, and a test that writes thousands of files waits for minutes.
 */
export function withoutSync(): Disposable {
  const { sync, syncData } = Deno.FsFile.prototype;
  const done = () => Promise.resolve();
  Object.assign(Deno.FsFile.prototype, { sync: done, syncData: done });
  return { [Symbol.dispose]: () => Object.assign(Deno.FsFile.prototype, { sync, syncData }) };
}

/**
 * Lets this process go on without waiting for the disk, until disposed: what was written survives a
 * kill without that, and a test that writes thousands of files waits for minutes.
 */
export function withoutSync(): Disposable {
  const { sync, syncData, syncSync, syncDataSync } = Deno.FsFile.prototype;
  const later = () => Promise.resolve();
  const now = () => {};
  const put = (calls: object) => void Object.assign(Deno.FsFile.prototype, calls);
  put({ sync: later, syncData: later, syncSync: now, syncDataSync: now });
  return { [Symbol.dispose]: () => put({ sync, syncData, syncSync, syncDataSync }) };
}

import type { Repository } from "@svc/runtime/repository";

/** Milliseconds in which changes count as one. */
const TOGETHER_MS = 300;

/**
 * Calls `changed` after behaviors or types have changed on the disk, once for changes that come
 * together. Where the system cannot tell, it never does.
 */
export function watchBehaviors({ root, state }: Repository, changed: () => void): Disposable {
  const folders = [`${root}/behaviors`, `${root}/extensions`, `${state}/types`];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watcher = open(folders.filter(isFolder));
  const follow = async () => {
    for await (const { kind } of watcher ?? []) {
      if (kind === "access") continue;
      clearTimeout(timer);
      timer = setTimeout(changed, TOGETHER_MS);
    }
  };
  follow().catch(() => {
    // A client that asks still gets the current tools; it is only not notified.
  });
  return {
    [Symbol.dispose]() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}

function open(folders: string[]): Deno.FsWatcher | undefined {
  try {
    return folders.length === 0 ? undefined : Deno.watchFs(folders);
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

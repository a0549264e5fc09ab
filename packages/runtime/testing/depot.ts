import { datastoreText, providerManifest } from "./providing.ts";

/** How a depot is broken. */
export type DepotFault =
  | "none"
  | "hangs at pull"
  | "hangs at push"
  | "hangs at lock"
  | "loses pushes"
  | "is read-only"
  | "is full"
  | "gives locks to all"
  | "throws at verify";

/**
 * Sources of the extension `@acme/provider`, relative to a folder below `extensions`: its datastore
 * `@acme/depot` keeps files and locks in the folder `folder` of its configuration, and is broken as
 * `fault` says.
 */
export const DEPOT: Readonly<Record<string, string>> = {
  "manifest.yaml": providerManifest(`datastores:
  - depot.ts
permissions:
  read: ["\${config.folder}"]
  write: ["\${config.folder}"]
`),
  "depot.ts": datastoreText({
    members:
      `configSchema: _schema({ folder: { type: "string" }, fault: { type: "string", default: "none" } }, ["folder"]),`,
    before: `
const never = () => new Promise<never>(() => {});

async function filesBelow(folder: string, inside = ""): Promise<string[]> {
  const found: string[] = [];
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder + inside)) {
      if (isDirectory) found.push(...await filesBelow(folder, inside + "/" + name));
      else found.push(inside + "/" + name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found;
}

async function copy(from: string, to: string, path: string): Promise<void> {
  await Deno.mkdir(to + path.slice(0, path.lastIndexOf("/")), { recursive: true });
  const made = to + "/" + crypto.randomUUID() + ".part";
  await Deno.writeFile(made, await Deno.readFile(from + path));
  await Deno.rename(made, to + path);
}
`,
    body: `
    const { folder, fault } = config;
    const files = folder + "/files";
    return {
      createVerifier: () => ({
        verify: () => {
          if (fault === "throws at verify") throw new Error("no such host");
          return { healthy: true, message: "fine", latencyMs: 1, datastoreType: "@acme/depot" };
        },
      }),
      resolveDatastorePath: () => folder,
      createLock(_path: string, { lockKey, ttlMs, maxWaitMs }: any) {
        const nonce = crypto.randomUUID();
        const file = folder + "/" + lockKey + ".lock";
        const inspect = async () => {
          try { return JSON.parse(await Deno.readTextFile(file)); } catch { return null; }
        };
        const drop = async (which: string) => {
          if ((await inspect())?.nonce !== which) return false;
          await Deno.remove(file);
          return true;
        };
        return {
          async acquire() {
            if (fault === "hangs at lock") return await never();
            if (fault === "is read-only") throw new Deno.errors.PermissionDenied("read-only store");
            const text = JSON.stringify({
              holder: "grace@depot", hostname: "depot", pid: Deno.pid,
              acquiredAt: "2031-01-01T00:00:00.000Z", ttlMs, nonce,
            });
            const until = Date.now() + maxWaitMs;
            for (;;) {
              try {
                return await Deno.writeTextFile(file, text, { createNew: fault !== "gives locks to all" });
              } catch (error) {
                if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
                if (Date.now() >= until) throw new Error("locked by another");
                await new Promise((resolve) => setTimeout(resolve, 20));
              }
            }
          },
          release: async () => void await drop(nonce),
          inspect,
          forceRelease: drop,
        };
      },
      createSyncService(_repo: string, exchange: string) {
        const marked = new Set<string>();
        return {
          async pullChanged() {
            if (fault === "hangs at pull") return await never();
            let count = 0;
            for (const path of await filesBelow(files)) {
              if (await Deno.stat(exchange + path).then(() => true, () => false)) continue;
              await copy(files, exchange, path);
              count++;
            }
            return count;
          },
          async pushChanged() {
            if (fault === "hangs at push") return await never();
            if (fault === "is full") throw new Error("507 Insufficient Storage");
            for (const path of marked) {
              if (fault === "loses pushes") continue;
              if (await Deno.stat(exchange + "/" + path).then(() => true, () => false)) {
                await copy(exchange, files, "/" + path);
              } else await Deno.remove(files + "/" + path).catch(() => {});
            }
            return marked.size;
          },
          markDirty: ({ relPath }: any) => void marked.add(relPath),
        };
      },
    };`,
  }),
};

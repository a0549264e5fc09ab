import { z } from "npm:zod@4.4.3";
import { type LockOptions, ShareLock } from "./_lock.ts";

const ConfigSchema = z.object({
  path: z.string().min(1).describe("The folder that all machines mount"),
});

async function* walk(root: string, below = ""): AsyncGenerator<string> {
  try {
    for await (const entry of Deno.readDir(`${root}/${below}`)) {
      const rel = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory) yield* walk(root, rel);
      else if (entry.isFile) yield rel;
    }
  } catch (err) {
    if (!(err instanceof Deno.errors.NotFound)) throw err;
  }
}

async function copy(from: string, to: string): Promise<void> {
  await Deno.mkdir(to.slice(0, to.lastIndexOf("/")), { recursive: true });
  const draft = `${to}.${crypto.randomUUID()}.part`;
  await Deno.copyFile(from, draft);
  await Deno.rename(draft, to);
}

class ShareSync {
  #dirty = new Set<string>();
  #all = false;
  private readonly share: string;
  constructor(root: string, private readonly cache: string) {
    this.share = `${root}/data`;
  }
  capabilities() {
    return { lazy: false, hydrate: true };
  }
  markDirty(options?: { relPath?: string }): Promise<void> {
    if (options?.relPath) this.#dirty.add(options.relPath);
    else this.#all = true;
    return Promise.resolve();
  }
  async pullChanged(): Promise<number> {
    let count = 0;
    for await (const rel of walk(this.share)) {
      if (rel.endsWith(".part")) continue;
      try {
        await Deno.stat(`${this.cache}/${rel}`);
      } catch (err) {
        if (!(err instanceof Deno.errors.NotFound)) throw err;
        await copy(`${this.share}/${rel}`, `${this.cache}/${rel}`);
        count++;
      }
    }
    return count;
  }
  async pushChanged(): Promise<number> {
    if (this.#all) {
      for await (const rel of walk(this.cache)) this.#dirty.add(rel);
    }
    let count = 0;
    for (const rel of this.#dirty) {
      try {
        await copy(`${this.cache}/${rel}`, `${this.share}/${rel}`);
      } catch (err) {
        if (!(err instanceof Deno.errors.NotFound)) throw err;
        await Deno.remove(`${this.share}/${rel}`).catch(() => {});
      }
      count++;
    }
    this.#dirty.clear();
    this.#all = false;
    return count;
  }
  async hydrateFile(relPath: string): Promise<boolean> {
    await copy(`${this.share}/${relPath}`, `${this.cache}/${relPath}`);
    return true;
  }
}

/** A folder that several machines mount. */
export const datastore = {
  type: "@harbor/share-store",
  name: "Shared folder",
  description: "Data in a folder that several machines mount",
  configSchema: ConfigSchema,
  createProvider(config: Record<string, unknown>) {
    const { path } = ConfigSchema.parse(config);
    return {
      createLock: (_datastorePath: string, options?: LockOptions) =>
        new ShareLock(path, options),
      createVerifier: () => ({
        verify: async () => {
          const started = performance.now();
          try {
            const info = await Deno.stat(path);
            return {
              healthy: info.isDirectory,
              message: info.isDirectory ? "OK" : `${path} is not a folder`,
              latencyMs: performance.now() - started,
              datastoreType: "@harbor/share-store",
            };
          } catch (err) {
            return {
              healthy: false,
              message: err instanceof Error ? err.message : String(err),
              latencyMs: performance.now() - started,
              datastoreType: "@harbor/share-store",
            };
          }
        },
      }),
      createSyncService: (_repoDir: string, cachePath: string) =>
        new ShareSync(path, cachePath),
      resolveDatastorePath: (_repoDir: string) => path,
      resolveCachePath: (repoDir: string) =>
        `${repoDir}/.svc/cache/share-store`,
    };
  },
};

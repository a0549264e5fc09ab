import { makeBucket, type S3Backend, type S3Front, startFront, startS3rver } from "@svc/fakes/s3";
import { type Client, openClient } from "../client/client.ts";
import { readConfiguration } from "../client/configuration.ts";
import { openSync, type SyncService } from "../sync/service.ts";

/** A bucket behind a front, and what a test needs to work with it. */
export interface TestStore extends AsyncDisposable {
  backend: S3Backend;
  /** Its name. */
  bucket: string;
  front: S3Front;
  client: Client;
  /** A client whose pauses are over at once. */
  clientOf(options?: { prefix?: string; tries?: number; secret?: string }): Client;
}

/** A machine: a cache folder of its own. */
export interface Machine extends AsyncDisposable {
  folder: string;
  sync: SyncService;
  warnings: string[];
  /** Writes a file as svc does: marked first. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Removes a file as svc does. */
  remove(path: string): Promise<void>;
  read(path: string): string | undefined;
  /** All files with their content. */
  files(): Record<string, string>;
}

/**
 * The server of all tests of a file, as starting it takes longer than most of them. It ends with the file;
 * should that be killed, the server sees its standard input close.
 */
let shared: Promise<S3Backend> | undefined;
Deno.test.afterAll(async () => {
  await (await shared)?.[Symbol.asyncDispose]();
  shared = undefined;
});

/** A new bucket of the file's server, or the bucket `team` of a server that is started for it. */
export async function startStore(
  start?: () => Promise<S3Backend>,
  options: { addConditions?: boolean } = {},
): Promise<TestStore> {
  const backend = await (start === undefined ? shared ??= startS3rver() : start());
  const bucket = start === undefined ? `team-${crypto.randomUUID()}` : "team";
  await makeBucket(backend, bucket);
  const front = startFront(backend, options);
  const clientOf: TestStore["clientOf"] = ({ prefix = "data", tries = 3, secret } = {}) => {
    const target = readConfiguration({ endpoint: front.url, bucket, prefix });
    const { accessKeyId, secretAccessKey } = backend;
    const credentials = () => ({ accessKeyId, secretAccessKey: secret ?? secretAccessKey });
    return openClient(target, credentials, { tries, pause: () => Promise.resolve() });
  };
  return {
    backend,
    bucket,
    front,
    client: clientOf(),
    clientOf,
    async [Symbol.asyncDispose]() {
      await front[Symbol.asyncDispose]();
      if (start !== undefined) await backend[Symbol.asyncDispose]();
    },
  };
}

/** A machine that shares the store. */
export async function newMachine(client: Client): Promise<Machine> {
  const folder = await Deno.makeTempDir({ prefix: "svc-s3-cache-" });
  const warnings: string[] = [];
  const sync = openSync(client, folder, (text) => warnings.push(text));
  const machine: Machine = {
    folder,
    sync,
    warnings,
    async write(path, content) {
      await sync.markDirty(path);
      const at = `${folder}/${path}`;
      await Deno.mkdir(at.slice(0, at.lastIndexOf("/")), { recursive: true });
      if (typeof content === "string") await Deno.writeTextFile(at, content);
      else await Deno.writeFile(at, content);
    },
    async remove(path) {
      await sync.markDirty(path);
      await Deno.remove(`${folder}/${path}`);
    },
    read(path) {
      try {
        return Deno.readTextFileSync(`${folder}/${path}`);
      } catch {
        return undefined;
      }
    },
    files: () => Object.fromEntries([...walk(folder, "")].sort(([a], [b]) => a < b ? -1 : 1)),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
  return machine;
}

function* walk(root: string, folder: string): Generator<[string, string]> {
  for (const { name, isDirectory } of Deno.readDirSync(`${root}/${folder}`)) {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (path === ".svc-s3") continue;
    if (isDirectory) yield* walk(root, path);
    else yield [path, Deno.readTextFileSync(`${root}/${path}`)];
  }
}

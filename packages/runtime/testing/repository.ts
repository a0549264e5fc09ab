import type { RunResult } from "@svc/core/answer";
import { makePersonalFolder } from "../repository/folder.ts";
import { createDefinition } from "../behavior/definitions/create.ts";
import { writePrivate } from "../base/files/private.ts";
import { listFilesBelow } from "../base/files/read.ts";
import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import type { RunOptions } from "../run/request.ts";
import { runMethod } from "../run/run.ts";
import { manifestText, temporaryFolder, writeFiles } from "./extension.ts";

/** A repository in a temporary folder, with the extension `@acme/greeter` among its own sources. */
export interface TestRepository extends AsyncDisposable {
  repository: Repository;
  /** Runs `greet` of the behavior `hello`, granting what it asks for. */
  greet(inputs?: Record<string, unknown>, options?: RunOptions): Promise<RunResult>;
}

/** What svc keeps of a repository's own sources once they are bundled. */
interface Bundled {
  /** By path relative to the repository. */
  files: Map<string, Uint8Array>;
  /** What the user's folder says of them. */
  digest: string;
}

/**
 * Bundling takes longer than most tests, and many tests of a file have the same sources: these are
 * bundled for the first one, and the others get copies.
 */
const bundledBySources = new Map<string, Bundled>();

/** All sources are as old as this, so that those of another repository count as the same files. */
const WRITTEN = new Date("2026-01-02T03:04:05Z");

/** Makes a repository whose extension has the text `model`, and a behavior `hello` of it. */
export async function greeterRepository(
  model: string,
  options: {
    manifest?: string;
    files?: Record<string, string>;
    globals?: Record<string, unknown>;
  } = {},
): Promise<TestRepository> {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder());
  const config = stack.use(await temporaryFolder());
  await initRepository(folder.path);
  const sources = {
    "manifest.yaml": manifestText(options.manifest ?? ""),
    "greeter.ts": model,
    ...options.files,
  };
  await writeFiles(`${folder.path}/extensions/greeter`, sources);
  for (const file of Object.keys(sources)) {
    await Deno.utime(`${folder.path}/extensions/greeter/${file}`, WRITTEN, WRITTEN);
  }
  const repository = repositoryAt(folder.path, config.path);
  const key = JSON.stringify(sources);
  const bundled = bundledBySources.get(key);
  try {
    if (bundled !== undefined) await putBundled(repository, bundled);
    await createDefinition(repository, {
      type: "@acme/greeter",
      name: "hello",
      globalArguments: options.globals ?? {},
    });
    if (bundled === undefined) bundledBySources.set(key, await takeBundled(repository));
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
  return {
    repository,
    greet: (inputs = { name: "Ada" }, more = {}) =>
      runMethod(repository, {
        definition: "hello",
        method: "greet",
        inputs,
        onGrant: () => Promise.resolve(),
        ...more,
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function takeBundled(repository: Repository): Promise<Bundled> {
  const files = new Map<string, Uint8Array>();
  for (const folder of [".svc/types", ".svc/bundles"]) {
    for (const file of await listFilesBelow(`${repository.root}/${folder}`)) {
      files.set(`${folder}/${file}`, await Deno.readFile(`${repository.root}/${folder}/${file}`));
    }
  }
  const digest = await Deno.readTextFile(`${await makePersonalFolder(repository)}/local-types`);
  return { files, digest };
}

async function putBundled(repository: Repository, { files, digest }: Bundled): Promise<void> {
  for (const [path, bytes] of files) {
    const target = `${repository.root}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.writeFile(target, bytes);
  }
  await writePrivate(`${await makePersonalFolder(repository)}/local-types`, digest);
}

import { createDefinition } from "../definitions/create.ts";
import { initRepository } from "../repository/init.ts";
import { type Repository, repositoryAt } from "../repository/repository.ts";
import type { RunOptions, RunResult } from "../run/request.ts";
import { runMethod } from "../run/run.ts";
import { manifestText, temporaryFolder, writeFiles } from "./extension.ts";

/** A repository in a temporary folder, with the extension `@acme/greeter` among its own sources. */
export interface TestRepository extends AsyncDisposable {
  repository: Repository;
  /** Runs `greet` of the behavior `hello`, granting what it asks for. */
  greet(inputs?: Record<string, unknown>, options?: RunOptions): Promise<RunResult>;
}

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
  await writeFiles(`${folder.path}/extensions/greeter`, {
    "manifest.yaml": manifestText(options.manifest ?? ""),
    "greeter.ts": model,
    ...options.files,
  });
  const repository = repositoryAt(folder.path, config.path);
  try {
    await createDefinition(repository, {
      type: "@acme/greeter",
      name: "hello",
      globalArguments: options.globals ?? {},
    });
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

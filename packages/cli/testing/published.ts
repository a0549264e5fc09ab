import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { writeExtension } from "./extension.ts";
import { svc, temporaryConfig, type TestHost } from "./host.ts";
import { listeningRegistry, loggedIn } from "./registry.ts";

/** A registry with one publisher, and an empty repository of somebody without a login. */
export async function published(
  ...recipes: (Parameters<typeof writeExtension>[1] & { push?: string[] })[]
) {
  const stack = new AsyncDisposableStack();
  const on = stack.use(await listeningRegistry());
  const ada = stack.use(await loggedIn(on, "ada"));
  await on.createCollective(ada.cookie, "acme");
  const publish = async ({ push = [], ...recipe }: (typeof recipes)[number]) => {
    await using folder = await temporaryConfig();
    const manifest = await writeExtension(folder.path, recipe);
    const done = await ada.svc(["extension", "push", manifest, "--yes", ...push]);
    assert.equal(done.exit, 0, done.stderr);
  };
  for (const recipe of recipes) await publish(recipe);
  const { path: repo } = stack.use(await temporaryConfig());
  await initRepository(repo);
  const reader = (argv: string[], settings: TestHost = {}) =>
    svc(argv, {
      ...settings,
      cwd: repo,
      env: { XDG_CONFIG_HOME: repo, SVC_CLUB_URL: on.url, ...settings.env },
    });
  return {
    on,
    ada,
    repo,
    publish,
    reader,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

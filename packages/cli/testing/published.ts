import assert from "node:assert/strict";
import type { PushResponse } from "@svc/core/wire";
import { initRepository } from "@svc/runtime/repository";
import { describeExtension } from "@svc/runtime/describe";
import { collectSources } from "@svc/runtime/sources";
import { DESCRIPTOR_FILE, packArchive } from "@svc/scorecard/archive";
import { type ExtensionRecipe, writeExtension } from "./extension.ts";
import { svc, temporaryConfig, type TestHost } from "./host.ts";
import { type ListeningRegistry, listeningRegistry, loggedIn } from "./registry.ts";

/** An extension to publish, and where. */
export interface Publication extends ExtensionRecipe {
  channel?: "beta" | "rc";
  /** Set when the archive is to hold what its code describes, as one that svc pushes does. */
  described?: true;
  /** Makes the bundle that goes with it. */
  sign?: (subject: { name: string; checksum: string }) => string | Promise<string>;
}

/** A registry with one publisher, and an empty repository of somebody without a login. */
export async function published(...publications: Publication[]) {
  return await publishedAt({}, ...publications);
}

/** The same at a registry with settings. */
export async function publishedAt(
  environment: Readonly<Record<string, string>>,
  ...publications: Publication[]
) {
  const stack = new AsyncDisposableStack();
  const on = stack.use(await listeningRegistry({ environment }));
  const ada = stack.use(await loggedIn(on, "ada"));
  await on.createCollective(ada.cookie, "acme");
  const publish = (publication: Publication) => publishPlain(on, ada.cookie, publication);
  for (const publication of publications) await publish(publication);
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

/**
 * Publishes sources as they are, described by nobody: a pull describes them itself, and `svc extension
 * push`, which has tests of its own, takes several times as long.
 */
async function publishPlain(
  on: ListeningRegistry,
  cookie: string,
  { channel, described, sign, ...recipe }: Publication,
): Promise<void> {
  await using folder = await temporaryConfig();
  const { manifest, files } = await collectSources(await writeExtension(folder.path, recipe));
  const { descriptor } = described ? await describeExtension(files, manifest) : {};
  const bytes = await packArchive([
    ...[...files].map(([path, file]) => ({ path, ...file })),
    ...(descriptor === undefined ? [] : [{
      path: DESCRIPTOR_FILE,
      bytes: new TextEncoder().encode(JSON.stringify(descriptor)),
    }]),
  ]);
  const announcement = {
    name: manifest.name,
    version: manifest.version,
    ...(channel === undefined ? {} : { channel }),
  };
  const post = async (step: string, more: object = {}): Promise<unknown> => {
    const response = await fetch(`${on.url}/api/v1/extensions/${step}`, {
      method: "POST",
      headers: { cookie, "origin": on.url, "content-type": "application/json" },
      body: JSON.stringify({ ...announcement, ...more }),
    });
    const answer = await response.json();
    assert.ok(response.ok, JSON.stringify(answer));
    return answer;
  };
  const { uploadUrl } = await post("push") as PushResponse;
  const uploaded = await fetch(uploadUrl, { method: "PUT", body: new Uint8Array(bytes) });
  assert.ok(uploaded.ok, await uploaded.text());
  const checksum = new Uint8Array(await crypto.subtle.digest("SHA-256", new Uint8Array(bytes)))
    .toHex();
  const subject = { name: `${manifest.name}@${manifest.version}`, checksum };
  await post("confirm", sign ? { provenance: await sign(subject) } : {});
}

import { createDefinition } from "../../packages/runtime/behavior/definitions/create.ts";
import { findDefinition } from "../../packages/runtime/repository/definitions/find.ts";
import { initRepository } from "../../packages/runtime/repository/init.ts";
import { type Repository, repositoryAt } from "../../packages/runtime/repository/repository.ts";
import { openRunData } from "../../packages/runtime/data/store/run_data.ts";
import type { LargeRepository } from "@svc/fakes/codehost";

const SOURCES = new URL("../../extensions", import.meta.url).pathname;

/** A repository of svc with the extension among its own sources. */
export interface MirrorRepository extends AsyncDisposable {
  repository: Repository;
  /** Folder of the mirrors' files. */
  files: string;
  /** Variables of each `svc`. */
  env: Record<string, string>;
}

/** Makes a repository whose behaviors read with that token and whose sources are those of this checkout. */
export async function mirrorRepository(token: string): Promise<MirrorRepository> {
  const folder = await Deno.realPath(await Deno.makeTempDir({ prefix: "svc-mirror-" }));
  const root = `${folder}/repository`;
  await Deno.mkdir(root);
  await initRepository(root);
  for (const name of ["platform", "github-local-mirror"]) {
    await copySources(`${SOURCES}/${name}`, `${root}/extensions/${name}`);
  }
  const marker = `${root}/.svc.yaml`;
  await Deno.writeTextFile(
    marker,
    `${await Deno.readTextFile(marker)}modelsDir: extensions\nreportsDir: extensions\n`,
  );
  const config = `${folder}/config`;
  return {
    repository: repositoryAt(root, config),
    files: `${folder}/files`,
    env: { XDG_CONFIG_HOME: config, MIRROR_TOKEN: token },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

/** Defines a mirror of the large repository. */
export async function defineMirror(
  { repository, files }: MirrorRepository,
  { host, owner, name }: LargeRepository,
  behavior: string,
): Promise<void> {
  await createDefinition(repository, {
    type: "@svc/github-local-mirror",
    name: behavior,
    globalArguments: {
      owner,
      repo: name,
      gitObjectPath: `${files}/${behavior}/objects.git`,
      workspaceRoot: `${files}/${behavior}/worktrees`,
      artifactRoot: `${files}/${behavior}/artifacts`,
      gitRemoteUrl: `${host.url}/${owner}/${name}.git`,
      maxApiPages: 1000,
      githubToken: "${{ env.MIRROR_TOKEN }}",
    },
  });
}

/** The newest content of everything a behavior has written, by name; one after the other. */
export async function* contentsOf(
  { repository }: MirrorRepository,
  behavior: string,
): AsyncGenerator<{ name: string; spec: string; text: string }> {
  const { type, definition } = await findDefinition(repository, behavior);
  const data = await openRunData(repository, { type, id: definition.id });
  for (const name of data.names()) {
    const metadata = await data.find(name);
    if (metadata === undefined) continue;
    const text = new TextDecoder().decode(await data.content(metadata));
    yield { name, spec: String(metadata.tags.specName), text };
  }
}

async function copySources(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copySources(`${from}/${name}`, `${to}/${name}`);
    else if (!name.endsWith("_test.ts")) await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

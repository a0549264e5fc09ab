import { SvcError } from "@svc/core/error";
import { absolutePath } from "@svc/runtime/files";
import { ownPath } from "@svc/runtime/repository";
import { type Asking, loginHere } from "../client/connect.ts";
import { readIfThere } from "../config/private_file.ts";
import { readManifest } from "../extension/manifest.ts";
import { confirm } from "../frame/ask.ts";
import type { Context } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";
import { offeredClient } from "../upgrade/offer.ts";
import { CI_FILES, ciFile, type CiName, slugOf } from "./ci.ts";

/** What writing a publishing job leaves. */
export interface CiAdded {
  ci: CiName;
  /** The extension that it publishes. */
  name: string;
  /** The file, absolute. */
  path: string;
  /** What makes it work, in order. */
  nextSteps: string[];
}

type Adding = Asking & Pick<Context, "json" | "host" | "progress"> & {
  options: {
    readonly dir?: string | undefined;
    readonly "ci-file"?: string | undefined;
    readonly yes: boolean;
  };
};

/**
 * Writes the job that publishes the extension of a folder into the git repository around it. A file
 * that is there is replaced only with consent.
 *
 * @throws SvcError `already_exists` or `usage` where nobody consents; `manifest_invalid`; `not_found`
 *   when the registry hands out no client
 */
export async function addCi(context: Adding, ci: CiName): Promise<CiAdded> {
  const { host, options } = context;
  const folder = absolutePath(options.dir ?? ".", host.cwd);
  const manifest = await readManifest(folder);
  const root = await repositoryAround(folder);
  const inside = folder.slice(root.length).replace(/^\/+/, "");
  const path = options["ci-file"] ?? CI_FILES[ci].path(inside ? slugOf(manifest.name) : undefined);
  const target = fileIn(root, path);
  const { serverUrl } = await loginHere(context);
  const client = await context.progress.phase("Asking the registry", () => clientOf(serverUrl));
  if (new URL(serverUrl).protocol !== "https:") {
    context.warn(`${serverUrl} is not encrypted, and CI may not reach it: use its https address`);
  }
  const { text, tag, add } = await ciFile(ci, {
    manifest,
    folder: inside,
    path,
    registry: serverUrl,
    client,
  });
  await write(context, target, text);
  return {
    ci,
    name: manifest.name,
    path: target,
    nextSteps: [add, `git add ${path} && git commit`, `git tag ${tag} && git push origin ${tag}`],
  };
}

/** The release that a registry hands out, and the checksum of the script that pins the rest of it. */
async function clientOf(serverUrl: string): Promise<{ version: string; sum: string }> {
  const { version, script } = await offeredClient(serverUrl);
  if (script !== undefined) {
    return { version, sum: script.slice("/install/".length, -".sh".length) };
  }
  throw new SvcError(
    "not_found",
    `${serverUrl} does not keep releases of svc that jobs could pin`,
    {
      hint: "Ask who runs it to update it.",
    },
  );
}

/** The git repository that a folder is in; the folder itself where it is in none. */
async function repositoryAround(folder: string): Promise<string> {
  for (let at = folder; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    if (await Deno.stat(`${at}/.git`).then(() => true, () => false)) return at;
  }
  return folder;
}

function fileIn(root: string, path: string): string {
  const target = absolutePath(path, root);
  // A link that came with the repository would have a file elsewhere replaced.
  if (target.startsWith(`${root}/`)) return ownPath(root, target.slice(root.length + 1));
  throw usage(`--ci-file is a path in ${root}, and '${path}' is not`);
}

async function write(context: Adding, target: string, text: string): Promise<void> {
  await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
  const before = await readIfThere(target);
  if (before === text) return;
  if (before === undefined) return await Deno.writeTextFile(target, text, { createNew: true });
  if (!context.options.yes) {
    await confirm(context, `Replace ${target}, which is there already?`).catch((error) => {
      if (!(error instanceof SvcError) || error.code !== "usage") throw error;
      throw new SvcError("already_exists", `${target} is there already, and was left as it is`, {
        hint: "Write another file with --ci-file, or replace it with --yes.",
      });
    });
  }
  await Deno.writeTextFile(target, text);
}

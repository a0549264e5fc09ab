import { SvcError } from "@svc/core/error";
import { schemaLine } from "@svc/core/file_schema";
import { lstatIfPresent, readTextIfPresent } from "../base/files/read.ts";
import { absolutePath } from "../base/files/path.ts";
import { writeAtomic } from "../base/files/write.ts";
import { ownPath } from "./links.ts";
import { MARKER } from "./repository.ts";

/** Folders people edit, and folders svc keeps. */
const FOLDERS = [
  "behaviors",
  "vaults",
  "extensions/models",
  "extensions/reports",
  "extensions/vaults",
  "extensions/datastores",
  ".svc/data",
  ".svc/outputs",
  ".svc/secrets",
  ".svc/bundles",
  ".svc/pulled-extensions",
] as const;

const IGNORE_BEGIN = "# >>> svc: managed, do not edit";
const IGNORE_END = "# <<< svc";
const IGNORE_BLOCK = `${IGNORE_BEGIN}\n.svc/\n.svc-sources.yaml\n${IGNORE_END}\n`;

/** What `svc init` made (runtime reference 2.1). */
export interface InitResult {
  /** The repository's root, absolute. */
  path: string;
  /** The svc release that made it. */
  version: string;
  /** ISO 8601, UTC. */
  initializedAt: string;
  /** Files and folders that were not there before, relative to the root. */
  created: string[];
  gitignoreAction: "created" | "updated" | "unchanged";
  /** Commands to go on with. */
  nextSteps: string[];
}

/**
 * Makes `path` a behavior repository. Existing files are kept; the `.gitignore` gets one marked block.
 *
 * @param options `schema` is the address of the schema that `.svc.yaml` names to editors
 * @throws SvcError `already_exists` when it is one already and `force` is not set.
 */
export async function initRepository(
  path: string,
  options: {
    force?: boolean;
    version?: string;
    now?: () => Date;
    otherTool?: string;
    schema?: string | undefined;
  } = {},
): Promise<InitResult> {
  const root = absolutePath(path);
  const present = await lstatIfPresent(`${root}/${MARKER}`);
  if (present && !options.force) {
    throw new SvcError("already_exists", `${root} is already a behavior repository`, {
      hint: "Use it as it is, or run 'svc init --force' to restore missing folders.",
    });
  }
  const created: string[] = [];
  for (const folder of FOLDERS) ownPath(root, folder);
  for (const folder of FOLDERS) {
    if (!await lstatIfPresent(`${root}/${folder}`)) created.push(`${folder}/`);
    await Deno.mkdir(`${root}/${folder}`, {
      recursive: true,
      ...(folder === ".svc/secrets" ? { mode: 0o700 } : {}),
    });
  }
  // A killed init leaves nothing at the root, and the next one takes the same file.
  const aside = ownPath(root, ".svc/init.tmp");
  const gitignoreAction = await ignoreState(`${root}/.gitignore`, aside);
  if (gitignoreAction === "created") created.push(".gitignore");

  const version = options.version ?? "0.0.0";
  const initializedAt = (options.now?.() ?? new Date()).toISOString();
  // The marker is written last: a killed init leaves no folder that looks like a repository.
  if (!present) {
    await writeAtomic(
      `${root}/${MARKER}`,
      schemaLine(options.schema) +
        `svcVersion: ${JSON.stringify(version)}\n` +
        `initializedAt: ${JSON.stringify(initializedAt)}\n` +
        `repoId: ${crypto.randomUUID()}\n` +
        (options.otherTool === undefined ? "" : `otherTool: ${options.otherTool}\n`),
      { aside },
    );
    created.push(MARKER);
  }
  return {
    path: root,
    version,
    initializedAt,
    created,
    gitignoreAction,
    nextSteps: [
      "svc extension pull <extension>",
      "svc behavior create <type> <name>",
      "svc behavior run <name> <method>",
    ],
  };
}

async function ignoreState(
  path: string,
  aside: string,
): Promise<InitResult["gitignoreAction"]> {
  const before = await readTextIfPresent(path);
  if (before === undefined) {
    await writeAtomic(path, IGNORE_BLOCK, { aside });
    return "created";
  }
  const begin = before.indexOf(IGNORE_BEGIN);
  const end = before.indexOf(IGNORE_END, begin);
  const after = begin >= 0 && end >= 0
    ? before.slice(0, begin) + IGNORE_BLOCK + before.slice(end + IGNORE_END.length + 1)
    : `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${IGNORE_BLOCK}`;
  if (after === before) return "unchanged";
  await writeAtomic(path, after, { aside });
  return "updated";
}

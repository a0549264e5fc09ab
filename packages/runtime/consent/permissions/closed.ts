import type { Permissions } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import { INSTALLATION } from "../../base/files/installation.ts";
import { entriesNow } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { denoFolder } from "../../base/process/deno_folder.ts";
import { isWithin, realPathOf } from "./real_path.ts";

/** What stays closed whatever was granted. All paths are absolute, each also in its real form. */
export interface ClosedPlaces {
  read: string[];
  write: string[];
  /** What no granted folder to write may be or hold: it could be moved away with its folder. */
  held: { path: string; what: string }[];
  /** What may be in a granted folder to write itself, but not deeper, for the same reason. */
  fixed: { path: string; what: string }[];
}

/** What decides about closed places beside svc's own. */
interface MoreClosed {
  /** Absolute paths that the policy denies. */
  denied: { read: readonly string[]; write: readonly string[] };
  /** Folders outside of `extensions` that sources of the repository's own and its lockfile are in. */
  sources: readonly string[];
}

/** What of `.svc` a grant of the repository opens: sources and additional files of extensions. */
const OPEN: ReadonlySet<string> = new Set(["pulled-extensions", "files"]);

/** What no grant opens, also where it is made after a run has begun: data, secrets, what svc decides by. */
const CLOSED = [
  "copy-id",
  "data",
  "secrets",
  "datastore",
  "outputs",
  "bundles",
  "types",
  "definitions",
  "auto-definitions",
  "locks",
];

/** What a method may not write even where it is granted: what svc and git run or decide by. */
const FIXED = [
  ".svc",
  ".svc.yaml",
  ".git",
  "upstream_extensions.json",
  "behaviors",
  "vaults",
  "extensions",
];

/** What svc and Deno run or decide by of svc itself. */
const CODE = ["packages", "dist", "bin", "node_modules", "deno.json", "package.json"].map((name) =>
  `${INSTALLATION}/${name}`
);

/** The folder that the temporary folders of all runs are in; it stands in the system's own. */
const SHARED = /^.*\/svc-\d+(?=\/svc-run-[0-9a-f]+\/)/;

/**
 * The places that stay closed for a run in this repository.
 *
 * @param scratch the run's own folder; those of other runs are beside it
 * @param granted without a path among it nothing is open that could lead to another form of these
 */
export function closedPlaces(
  repository: Repository,
  scratch: string,
  env: (name: string) => string | undefined,
  granted: Permissions = { write: ["."] },
  { denied, sources }: MoreClosed = { denied: { read: [], write: [] }, sources: [] },
): ClosedPlaces {
  const { root, state, config, policy } = repository;
  if ([...granted.read ?? [], ...granted.write ?? []].length === 0) {
    const own = config === undefined ? [] : [config];
    return {
      read: [...CLOSED.map((name) => `${state}/${name}`), ...own],
      write: [...FIXED.map((name) => `${root}/${name}`), ...own],
      held: [],
      fixed: [],
    };
  }
  // Where the home folder is the repository, credentials and consents are in it, too.
  const own = config === undefined ? [] : bothForms(config);
  const cache = denoFolder(env);
  // Only where it has to be closed: `Deno.makeTempFile` makes nothing in a closed folder.
  const opened = (granted.write ?? []).filter((entry) => entry.startsWith("/"))
    .flatMap((entry) => bothForms(entry));
  const [shared] = (SHARED.exec(scratch) ?? [])
    .filter((around) => opened.some((path) => isWithin(path, around)));
  const others = "the folder of other runs' temporary files";
  const held: [path: string | undefined, what: string][] = [
    [root, "this repository"],
    [config, "your configuration of svc"],
    [policy, "the policy of this machine"],
    [cache, "what Deno keeps of the programs it runs, svc among them"],
    ...CODE.map((path) => [path, "svc itself"] as [string, string]),
    [Deno.execPath(), "Deno itself"],
    [shared === undefined ? scratch : undefined, others],
  ];
  const decided = {
    read: denied.read.flatMap((path) => bothForms(path)),
    write: denied.write.flatMap((path) => bothForms(path)),
  };
  const code = sources.flatMap((path) => bothForms(path));
  return {
    read: [...bothForms(state, closedIn(state)), ...own, ...decided.read],
    write: [
      // Code writes to `/tmp`. First, as Deno finds the run's own folder in it open only before others.
      ...(shared === undefined ? [] : bothForms(shared)),
      ...bothForms(root, FIXED),
      ...own,
      ...code,
      ...decided.write,
      ...[cache, policy, ...CODE, Deno.execPath()].flatMap((path) =>
        path === undefined ? [] : bothForms(path)
      ),
    ],
    held: held.flatMap(([path, what]) =>
      path === undefined ? [] : bothForms(path).map((one) => ({ path: one, what }))
    ),
    fixed: [
      ...(shared === undefined ? [] : bothForms(shared))
        .map((path) => ({ path, what: `${others} is` })),
      ...code.map((path) => ({ path, what: "code of this repository is" })),
      ...[...decided.read, ...decided.write].map((path) => ({
        path,
        what: `the policy denies ${visibleName(path)}, which lies`,
      })),
    ],
  };
}

/** The closed names of `.svc`, and all that is there already. */
function closedIn(state: string): string[] {
  const there = entriesNow(state).map(({ name }) => name).filter((name) => !OPEN.has(name));
  return [...new Set([...CLOSED, ...there])];
}

/** The names below a folder, as it is written and by its real path. */
function bothForms(folder: string, names: readonly string[] = ["."]): string[] {
  const real = realPathOf(folder)?.path ?? folder;
  const written = folder.includes("..") ? real : folder;
  return [...new Set([written, real])].flatMap((base) =>
    names.map((name) => name === "." ? base : `${base}/${name}`)
  );
}

import { LARGEST_MARKER } from "../repository/repository.ts";
import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { visibleName } from "@svc/core/text";
import { listFolder } from "../base/files/read.ts";
import { readYamlMapping } from "../repository/definitions/yaml.ts";
import { readRegular } from "./source.ts";

/** Where a repository of this layout keeps what; paths relative to its root. */
export interface Layout {
  /** The name of the tool that its marker and its folder go by: `svc` for `.svc.yaml`. */
  tool: string;
  marker: string;
  /** The folder of what the tool itself keeps. */
  state: string;
  /** Folders of definitions, and where their files go. */
  definitions: readonly { from: string; to: string }[];
  /** Folders of the configurations of vaults. */
  vaults: readonly string[];
  /** Folders of extension sources, and where their files go. */
  extensions: readonly { from: string; to: string }[];
  /** Where a lockfile may be. */
  lockfiles: readonly string[];
  /** Folders of which each file is listed as not taken: why, and what to do about it. */
  left: readonly { path: string; why: string; fix: string }[];
  /** Settings of the marker that are not taken. */
  settings: readonly { path: string; why: string; fix: string }[];
}

/** The settings of a marker that name folders of extension sources. */
const SOURCE_FOLDERS = {
  modelsDir: "extensions/models",
  vaultsDir: "extensions/vaults",
  datastoresDir: "extensions/datastores",
  reportsDir: "extensions/reports",
} as const;

/** The layout of a repository whose tool goes by this name (runtime reference 2). */
function layoutNamed(tool: string, settings: Record<string, unknown> = {}): Layout {
  const state = `.${tool}`;
  const moved = Object.entries(SOURCE_FOLDERS).flatMap(([key, to]) => {
    const from = settings[key];
    return typeof from === "string" && from !== to && isInside(from) ? [{ from, to }] : [];
  });
  return {
    tool,
    marker: `${state}.yaml`,
    state,
    definitions: [
      { from: "models", to: "behaviors" },
      { from: "behaviors", to: "behaviors" },
      // Earlier releases kept them beside the data.
      { from: `${state}/definitions`, to: "behaviors" },
      { from: `${state}/models`, to: "behaviors" },
      { from: `${state}/auto-definitions`, to: ".svc/auto-definitions" },
    ],
    vaults: ["vaults", `${state}/vaults`, `${state}/vault`],
    extensions: [{ from: "extensions", to: "extensions" }, ...moved],
    lockfiles: [
      "upstream_extensions.json",
      ...[...moved.map(({ from }) => from), "extensions/models", "models"]
        .map((folder) => `${folder}/upstream_extensions.json`),
    ],
    left: [
      {
        path: "workflows",
        why: "svc does not run workflows",
        fix: "Run its steps one by one with 'svc behavior run'.",
      },
      {
        path: `${state}/workflows`,
        why: "svc does not run workflows",
        fix: "Run its steps one by one with 'svc behavior run'.",
      },
      {
        path: "grants",
        why: "svc has no access rules within a repository",
        fix: "Permissions are set for collectives, in the registry.",
      },
    ],
    settings: [
      ...datastoreSetting(state, settings["datastore"]),
      ...otherSettings(state, settings),
    ],
  };
}

/** Settings that svc has no use for, or that stand in the new marker. */
const SILENT: readonly string[] = ["initializedAt", "upgradedAt", "repoId", "datastore"];

/** Names of the old marker's other settings, in one entry. */
function otherSettings(state: string, settings: Record<string, unknown>): Layout["settings"] {
  const taken: readonly string[] = [...Object.keys(SOURCE_FOLDERS), ...SILENT];
  const names = Object.keys(settings)
    .filter((name) => !taken.includes(name) && !name.endsWith("Version"))
    .map((name) => visibleName(name.slice(0, 60)));
  if (names.length === 0) return [];
  return [{
    path: `${state}.yaml`,
    why: `its settings ${names.join(", ")} are those of the old tool`,
    fix: "Nothing to do, unless you relied on one: 'svc help' says what svc has.",
  }];
}

/** A datastore of the old tool, which may have the data itself. Other values of it may be credentials. */
function datastoreSetting(state: string, datastore: unknown): Layout["settings"] {
  if (!isRecord(datastore)) return [];
  const place = [datastore["type"], datastore["path"]].filter((one) => typeof one === "string")
    .map((one) => visibleName(one.slice(0, 200))).join(" ");
  return [{
    path: `${state}.yaml`,
    why: `its datastore (${place}) is not imported, nor is data that is only there`,
    fix:
      `Copy what is missing in ${state}/data from there first. 'svc datastore setup --help' says ` +
      "how to share the data of the new repository.",
  }];
}

/** `a/b`, but no absolute path, none that leads out and none into a hidden folder. */
function isInside(path: string): boolean {
  return path !== "" && !/[\\\0]/.test(path) &&
    path.split("/").every((part) => part !== "" && !part.startsWith("."));
}

/**
 * The layout of the repository in a folder, by its marker: a file such as `.svc.yaml` that says when
 * the repository was made, or its id.
 *
 * @param root absolute
 * @param marker the marker's name, when it is known
 * @throws SvcError `not_a_repository` when there is none; `conflict` when there are several.
 */
export async function layoutOf(root: string, marker?: string): Promise<Layout> {
  const found: Layout[] = [];
  for (const { name, isFile } of await listFolder(root)) {
    const tool = /^\.([a-z0-9][a-z0-9_-]{0,63})\.yaml$/i.exec(name)?.[1];
    if (tool === undefined || !isFile || (marker !== undefined && name !== marker)) continue;
    const settings = await markerIn(`${root}/${name}`);
    if (settings !== undefined) found.push(layoutNamed(tool, settings));
  }
  const [layout, other] = found;
  if (layout === undefined) {
    const what = marker === undefined ? "no file such as .svc.yaml" : `no marker ${marker}`;
    throw new SvcError(
      "not_a_repository",
      `${root} is not a repository to import: it has ${what}`,
      {
        hint:
          "Name the folder that holds the marker, a hidden .yaml file with 'initializedAt' or " +
          "'repoId' in it. Name the file itself with --marker.",
      },
    );
  }
  if (other === undefined) return layout;
  throw new SvcError(
    "conflict",
    `${root} has several markers: ${found.map((one) => one.marker).join(", ")}`,
    { hint: `Choose one, for example --marker ${layout.marker}.` },
  );
}

async function markerIn(path: string): Promise<Record<string, unknown> | undefined> {
  const bytes = await readRegular(path, LARGEST_MARKER);
  if (!(bytes instanceof Uint8Array)) return undefined;
  const read = await readYamlMapping(new TextDecoder().decode(bytes));
  if ("problem" in read) return undefined;
  const { value } = read.mapping;
  return value["initializedAt"] !== undefined || value["repoId"] !== undefined ? value : undefined;
}

import { compareCalVer } from "@svc/core/calver";
import { isSvcError } from "@svc/core/error";
import { grantTexts } from "@svc/core/permission";
import { type InstalledExtension, listInstalled, type LockedRequest } from "@svc/runtime/installed";
import type { Repository } from "@svc/runtime/repository";
import { contentsOf } from "@svc/scorecard/contents";
import type { Caller } from "../client/caller.ts";
import { connectTo } from "../client/connect.ts";
import { failureText } from "./failure_text.ts";
import { gather } from "./gather.ts";
import { changesPage } from "./path.ts";
import { installedPins } from "./pins.ts";
import { pull, type Pulling, type PullOptions } from "./pull.ts";
import { type ExtensionState, type InstalledState, remarks } from "./installed_state.ts";

/** The outcome for one extension. */
export interface Updated {
  name: string;
  status: ExtensionState | "updated";
  installedVersion: string;
  previousVersion?: string;
  /** The version it has now, or would have. */
  newVersion?: string;
  /** The page with what changed between the two. */
  changesUrl?: string;
  latestVersion: string | null;
  channel: string;
  /** What it newly asks for and no longer asks for, as `<kind>:<entry>`. */
  permissionsAdded: string[];
  permissionsRemoved: string[];
  /** Dependencies that come with it, as `<name> <version>`. */
  dependencies: string[];
  /** What else is to be known of it. */
  remarks: string[];
  error?: string;
}

/** How to update. */
export interface UpdateOptions extends Omit<PullOptions, "channel"> {
  dryRun: boolean;
}

/** Where an extension stands by the exact versions that manifests ask for now, others being updated. */
export async function pinnedNow(
  repository: Repository,
  one: InstalledState,
): Promise<InstalledState> {
  const pins = (await installedPins(repository)).get(one.name);
  if (pins === undefined || one.error !== undefined) return one;
  const pinned = pins.map(({ version }) => version).sort(compareCalVer).at(-1)!;
  const wantedVersion = compareCalVer(pinned, one.installedVersion) > 0 ? pinned : null;
  if (wantedVersion === one.wantedVersion) return one;
  return {
    ...one,
    wantedVersion,
    status: wantedVersion === null ? "held_back" : "update_available",
    heldBy: pins.map(({ by, version }) => `${by} pins ${version}`).join(", "),
  };
}

/**
 * Brings one extension to the version it wants. A refusal is its result, so that others can go on.
 *
 * @throws SvcError `interrupted` when a question is left
 */
export async function updateOne(
  context: Pulling,
  repository: Repository,
  state: InstalledState,
  options: UpdateOptions,
): Promise<Updated> {
  const { name, installedVersion, latestVersion, channel, status, wantedVersion } = state;
  const same: Updated = {
    name,
    status,
    installedVersion,
    latestVersion,
    channel,
    permissionsAdded: [],
    permissionsRemoved: [],
    dependencies: [],
    remarks: remarks(state),
    ...(state.error === undefined ? {} : { error: state.error }),
  };
  if (wantedVersion === null) return same;
  try {
    const target = `${name}@${wantedVersion}`;
    const locked = (await listInstalled(repository)).find((one) => one.name === name);
    const { caller } = await connectTo(context, locked?.serverUrl);
    const change = options.dryRun
      ? await foreseen(context, caller, repository, target, { ...options, locked })
      : await carriedOut(context, caller, repository, target, options);
    return {
      ...same,
      ...change,
      status: options.dryRun ? status : "updated",
      installedVersion: options.dryRun ? installedVersion : wantedVersion,
      previousVersion: installedVersion,
      newVersion: wantedVersion,
      changesUrl: changesPage(caller.serverUrl, name, installedVersion, wantedVersion),
      remarks: [],
    };
  } catch (error) {
    if (!isSvcError(error) || error.code === "interrupted") throw error;
    return { ...same, status: "failed", error: failureText(error) };
  }
}

type Change = Pick<Updated, "permissionsAdded" | "permissionsRemoved" | "dependencies">;

async function carriedOut(
  context: Pulling,
  caller: Caller,
  repository: Repository,
  target: string,
  options: UpdateOptions,
): Promise<Change> {
  const [updated, ...dependencies] = await pull(context, caller, repository, [target], {
    ...options,
    channel: undefined,
    several: true,
  });
  return {
    ...difference(textsOf(updated!.previouslyRequested ?? {}), textsOf(updated!.requested)),
    dependencies: dependencies.map(({ name, version }) => `${name} ${version}`),
  };
}

/** What an update would do. It is fetched and checked, and nothing of it is written. */
async function foreseen(
  context: Pulling,
  caller: Caller,
  repository: Repository,
  target: string,
  { minAge, locked }: UpdateOptions & { locked: InstalledExtension | undefined },
): Promise<Change> {
  const [updated, ...dependencies] = await gather(context, caller, repository, [target], {
    minAge,
    channel: undefined,
  });
  const { archive } = updated!;
  const declares = archive.manifest.permissions !== undefined;
  if (!declares) {
    context.note(`${target} declares no permissions; the update looks for what its code needs.`);
  }
  // Without a declaration, only of what it adds to types of others is anything known before.
  const had = textsOf(locked?.requested ?? {})
    .filter((text) => declares || text.startsWith("graft:"));
  return {
    ...difference(had, grantTexts(contentsOf(archive).permissions)),
    dependencies: dependencies.map(({ name, chosen }) => `${name} ${chosen.version}`),
  };
}

function difference(
  had: readonly string[],
  now: readonly string[],
): Pick<Change, "permissionsAdded" | "permissionsRemoved"> {
  return {
    permissionsAdded: now.filter((text) => !had.includes(text)),
    permissionsRemoved: had.filter((text) => !now.includes(text)),
  };
}

function textsOf({ declared = [], found = {} }: LockedRequest): string[] {
  return [...declared, ...Object.keys(found)];
}

import { compareCalVer } from "@svc/core/calver";
import type { ExtensionStatus, Restriction } from "@svc/core/wire";
import { type InstalledExtension, isHere, listInstalled } from "@svc/runtime/installed";
import type { Repository } from "@svc/runtime/repository";
import type { Asking } from "../client/connect.ts";
import type { MinAge } from "./min_age.ts";
import { installedPins, type Pin } from "./pins.ts";
import { askStatus, type RegistryAnswer } from "./status.ts";

/**
 * Where an installed extension stands. `held_back`: there is a newer version, which a manifest's pin or
 * the least age keeps from it. `failed`: the registry could not be asked.
 */
export type ExtensionState =
  | "up_to_date"
  | "update_available"
  | "held_back"
  | "yanked"
  | "deprecated"
  | "not_found"
  | "failed";

/** An installed extension, and what its registry says of it. */
export interface InstalledState {
  name: string;
  status: ExtensionState;
  installedVersion: string;
  /** The newest version that pins and age allow; null when none is newer and nothing is known. */
  wantedVersion: string | null;
  /** The newest version of the channel; null when there is none. */
  latestVersion: string | null;
  channel: string;
  /** False when the lockfile names it and it is not here. */
  here: boolean;
  yanked?: { reason: string };
  /** What the operator of its registry keeps people from; it is yanked as well. */
  restriction?: Restriction;
  deprecated?: { reason: string; supersededBy: string | null };
  /** What is known against the dependencies of the installed version. */
  advisories?: string[];
  /** What holds it back: extensions whose manifests pin it, or the least age. */
  heldBy?: string;
  /** Why the registry was not asked, or could not be. */
  error?: string;
}

/** How to find out. */
export interface StateOptions {
  minAge: MinAge | undefined;
  /** Asks no registry but that of the login. */
  ownOnly: boolean;
}

/** Where every installed extension stands, sorted by name; with one batch of requests at most. */
export async function installedStates(
  asking: Asking,
  repository: Repository,
  options: StateOptions,
): Promise<InstalledState[]> {
  const installed = await listInstalled(repository);
  if (installed.length === 0) return [];
  const [answers, pins] = await Promise.all([
    askStatus(asking, installed, options),
    installedPins(repository),
  ]);
  return await Promise.all(installed.map(async (entry) =>
    stateOf(entry, {
      here: await isHere(repository, entry.name),
      answer: answers.get(entry.name)!,
      pins: pins.get(entry.name) ?? [],
      minAge: options.minAge,
    })
  ));
}

/** Where one stands, by what its registry answered. */
export function stateOf(
  { name, version, channel = "stable" }: Pick<InstalledExtension, "name" | "version" | "channel">,
  { here, answer, pins, minAge }: {
    here: boolean;
    answer: RegistryAnswer;
    pins: readonly Pin[];
    minAge: MinAge | undefined;
  },
): InstalledState {
  const blank = {
    name,
    installedVersion: version,
    wantedVersion: null,
    latestVersion: null,
    channel,
    here,
  };
  if ("unasked" in answer) return { ...blank, status: "failed", error: answer.unasked };
  const { status } = answer;
  if (status === undefined) {
    return {
      ...blank,
      status: "not_found",
      error: "the registry has no version visible to you",
    };
  }
  const newest = (versions: ExtensionStatus["latest"]) =>
    versions[channel as keyof typeof versions] ?? versions.stable;
  const latest = newest(status.latest);
  const eligible = newest(status.eligible);
  const pinned = pins.length === 0
    ? undefined
    : pins.map((pin) => pin.version).sort(compareCalVer).at(-1);
  const target = pinned ?? eligible;
  const wanted = target !== null && compareCalVer(target, version) > 0 ? target : null;
  const newer = latest !== null && compareCalVer(latest, wanted ?? version) > 0;
  const { installed } = status;
  const yanked = status.yankedAt !== null || installed?.yankedAt != null;
  const restriction = status.restriction ?? installed?.restriction;
  return {
    ...blank,
    status: wanted !== null
      ? "update_available"
      : yanked
      ? "yanked"
      : status.deprecatedAt !== null
      ? "deprecated"
      : newer
      ? "held_back"
      : "up_to_date",
    wantedVersion: wanted,
    latestVersion: latest,
    ...(yanked
      ? { yanked: { reason: status.yankReason ?? installed?.yankReason ?? "no reason given" } }
      : {}),
    ...(restriction ? { restriction } : {}),
    ...(status.deprecatedAt === null ? {} : {
      deprecated: {
        reason: status.deprecationReason ?? "no reason given",
        supersededBy: status.supersededBy,
      },
    }),
    ...(installed && installed.advisories.length > 0 ? { advisories: installed.advisories } : {}),
    ...(newer ? { heldBy: heldBy(pins, minAge) } : {}),
  };
}

function heldBy(pins: readonly Pin[], minAge: MinAge | undefined): string {
  if (pins.length > 0) return pins.map(({ by, version }) => `${by} pins ${version}`).join(", ");
  return minAge === undefined ? "the channel" : `younger than ${minAge.text}`;
}

/** What a person should know of it, in a few words each; empty when there is nothing. */
export function remarks(one: InstalledState): string[] {
  const {
    here,
    status,
    wantedVersion,
    latestVersion,
    yanked,
    deprecated,
    advisories,
    restriction,
  } = one;
  return [
    ...(here ? [] : ["not installed"]),
    ...(restriction
      ? [
        `${
          restriction.kind === "quarantine" ? "in quarantine" : "taken down"
        }: ${restriction.note}`,
      ]
      : yanked
      ? [`yanked: ${yanked.reason}`]
      : []),
    ...(advisories
      ? [`${advisories.length} known ${advisories.length === 1 ? "advisory" : "advisories"}`]
      : []),
    ...(deprecated
      ? [`deprecated${deprecated.supersededBy ? `, use ${deprecated.supersededBy}` : ""}`]
      : []),
    ...(wantedVersion ? [`${wantedVersion} is available`] : []),
    ...(one.heldBy ? [`${latestVersion} is held back: ${one.heldBy}`] : []),
    ...(status === "not_found" ? ["not found in the registry, or not visible to you"] : []),
    ...(status === "failed" ? ["not known"] : []),
  ];
}

/** Why registries were not asked, each reason once. */
export function unasked(all: readonly InstalledState[]): string[] {
  return [
    ...new Set(all.filter(({ status }) => status === "failed").map(({ error }) => error!)),
  ];
}

import { SvcError } from "@svc/core/error";
import { parseExtensionReference } from "@svc/core/name";
import type { ExtensionInfo } from "@svc/core/wire";
import { type InstalledExtension, listInstalled } from "@svc/runtime/installed";
import type { Repository } from "@svc/runtime/repository";
import type { Caller } from "../client/caller.ts";
import type { Context } from "../frame/command.ts";
import { choose, type Chosen } from "./choose.ts";
import { parseDependency, type WantedDependency } from "./dependency.ts";
import { deprecationText } from "./deprecation.ts";
import { type Download, download } from "./download.ts";
import { getExtension } from "./find.ts";
import type { MinAge } from "./min_age.ts";
import { ownPins, type Pin } from "./pins.ts";

/** Extensions a pull may go through from the one asked for to the last dependency, and in all. */
const DEPTH = 10;
const MOST = 50;

/** What gathering needs of a command's context. */
export type Gathering = Pick<Context, "progress" | "warn" | "note">;

/** An extension that was fetched and checked, and is not installed yet. */
export interface Gathered {
  /** The name that was asked for. */
  asked: string;
  /** As in its archive, which has an earlier name where it was transferred since. */
  name: string;
  info: ExtensionInfo;
  chosen: Chosen;
  archive: Download;
}

/** What is asked for, and by which rules versions are chosen. */
export interface GatherOptions {
  channel: string | undefined;
  minAge: MinAge | undefined;
}

interface Search {
  context: Gathering;
  caller: Caller;
  options: GatherOptions;
  present: ReadonlyMap<string, InstalledExtension>;
  /** Exact versions of dependencies, known so far. */
  pins: Map<string, Pin>;
  fetched: Map<string, Gathered>;
}

/**
 * Fetches extensions and every dependency of them that is not installed yet, those asked for first.
 * Nothing is written. An exact version that a manifest names wins over the newest.
 *
 * @throws SvcError `not_found`, `extension_yanked`, `checksum_mismatch`, `archive_*`,
 *   `manifest_invalid`; `rule_refused` beyond the depth, the number or the age that is allowed;
 *   `conflict` for two manifests that name two versions
 */
export async function gather(
  context: Gathering,
  caller: Caller,
  repository: Repository,
  references: readonly string[],
  options: GatherOptions,
): Promise<Gathered[]> {
  const present = new Map((await listInstalled(repository)).map((one) => [one.name, one]));
  const pins = await ownPins(repository);
  const search = { context, caller, options, present, pins, fetched: new Map() };
  const wishes = references.map((reference) => wishFor(search, reference));
  // The walk finds them there.
  await context.progress.each(
    "Fetching",
    wishes.length > 1 ? wishes : [],
    ({ name, version }) => fetchOne(search, name, version, false),
  );
  // A pin that comes to light later is kept for the next round.
  let gathered: Gathered[] | undefined;
  for (let rounds = 0; gathered === undefined; rounds++) {
    if (rounds > MOST) {
      throw new SvcError(
        "conflict",
        `The dependencies of ${references.join(", ")} need conflicting versions`,
        {
          hint: "Pull some of its dependencies by themselves first.",
        },
      );
    }
    gathered = await round(search, wishes);
  }
  for (const one of gathered) sayStanding(search, one);
  return gathered;
}

/** What is asked for: without a version, that in which the repository pins it. */
function wishFor({ context, pins }: Search, reference: string): WantedDependency {
  const { name: { full: name }, version } = parseExtensionReference(reference);
  const pin = pins.get(name);
  if (pin === undefined) return { name, version };
  const pinned = `${pin.by} pins ${name} to ${pin.version}`;
  if (version === undefined) context.note(`${pinned}.`);
  else if (version !== pin.version) context.warn(`${pinned}; ${version} is what you asked for`);
  return { name, version: version ?? pin.version };
}

/** One walk through the dependencies; undefined when a pin was found for what it had taken already. */
async function round(
  search: Search,
  roots: readonly WantedDependency[],
): Promise<Gathered[] | undefined> {
  const { present, pins } = search;
  const wishes = new Map(roots.map(({ name, version }) => [name, version]));
  const gathered: Gathered[] = [];
  const queue = roots.map(({ name }) => ({ name, root: name, depth: 0 }));
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { name, root, depth } = next;
    if (depth > DEPTH) {
      throw new SvcError("rule_refused", `${name} is a dependency of depth ${depth}`, {
        hint: `Dependencies may be ${DEPTH} deep; pull ${name} by itself first.`,
      });
    }
    if (gathered.length >= MOST) {
      throw new SvcError("rule_refused", `${root} needs more than ${MOST} extensions`, {
        hint: "Pull some of its dependencies by themselves first.",
      });
    }
    const one = await fetchOne(search, name, wishes.get(name), depth > 0);
    gathered.push(one);
    for (const text of one.archive.manifest.dependencies) {
      const wanted = parseDependency(text);
      if (wishes.has(wanted.name) && roots.some((one) => one.name === wanted.name)) continue;
      if (present.has(wanted.name)) {
        warnOfOther(search, one.name, wanted, present.get(wanted.name)!);
        continue;
      }
      const known = wishes.has(wanted.name);
      if (wanted.version !== undefined && addPin(pins, wanted.name, wanted.version, one.name)) {
        if (known) {
          // The version that is taken instead may ask for others than the one that was looked at.
          for (const [name, { by }] of pins) if (by === wanted.name) pins.delete(name);
          return undefined;
        }
      }
      if (known) continue;
      wishes.set(wanted.name, pins.get(wanted.name)?.version);
      queue.push({ name: wanted.name, root, depth: depth + 1 });
    }
  }
  return gathered;
}

/** Remembers an exact version; true when it was not known. */
function addPin(pins: Map<string, Pin>, name: string, version: string, by: string): boolean {
  const known = pins.get(name);
  if (known === undefined) {
    pins.set(name, { version, by });
    return true;
  }
  if (known.version === version) return false;
  throw new SvcError(
    "conflict",
    `${known.by} needs ${name} ${known.version}, and ${by} needs ${version}`,
    { hint: `Choose one: svc extension pull ${name}@${version}, then pull again.` },
  );
}

function warnOfOther(
  { context }: Search,
  by: string,
  { name, version }: { name: string; version: string | undefined },
  installed: InstalledExtension,
): void {
  if (version === undefined || version === installed.version) return;
  context.warn(
    `${by} was made for ${name} ${version}; ${installed.version} is installed and stays`,
  );
}

async function fetchOne(
  { context: { progress, note }, caller, options, present, fetched }: Search,
  name: string,
  version: string | undefined,
  dependency: boolean,
): Promise<Gathered> {
  const key = `${name}@${version ?? ""}`;
  const known = fetched.get(key);
  if (known !== undefined) return known;
  const info = await progress.phase(`Looking up ${name}`, () => getExtension(caller, name));
  const wish = dependency
    ? { version, channel: undefined, anyChannel: true }
    : { version, channel: options.channel };
  const chosen = await choose(info, wish, {
    caller,
    minAge: options.minAge,
    locked: present.get(name),
  });
  const archive = await progress.phase(
    `Fetching ${name} ${chosen.version}`,
    (_pause, meter) => download(caller, name, chosen.version, { known: chosen.facts, meter }),
  );
  const one = { asked: name, name: archive.manifest.name, info, chosen, archive };
  if (one.name !== name) note(`${name} ${chosen.version} was published as ${one.name}.`);
  fetched.set(key, one);
  return one;
}

/** Says what a person should know of what is about to be installed. */
function sayStanding(
  { context, options }: Search,
  { name, info, chosen, archive }: Gathered,
): void {
  if (info.deprecatedAt) {
    const why = deprecationText(info.deprecationReason, info.supersededBy);
    context.warn(`${name} is deprecated: ${why}`);
  }
  if (archive.yanked) {
    const reason = archive.yankReason ?? "no reason given";
    context.warn(`${name} ${chosen.version} was yanked: ${reason}`);
  }
  if (chosen.passedOver.length === 0) return;
  const passed = chosen.passedOver.map(({ version, publishedAt }) =>
    `${version} (${publishedAt.slice(0, 10)})`
  );
  const more = passed.length > 5 ? ` and ${passed.length - 5} more` : "";
  context.note(
    `${name}: skipped ${passed.slice(0, 5).join(", ")}${more}, ` +
      `younger than ${options.minAge!.text}.`,
  );
}

import { isSvcError, SvcError } from "@svc/core/error";
import { parseExtensionReference } from "@svc/core/name";
import { grantTexts } from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import {
  installExtension,
  listInstalled,
  type LockedRequest,
  planInstall,
  verifyInstalled,
} from "@svc/runtime/installed";
import { grantPermissions } from "@svc/runtime/grants";
import type { Repository } from "@svc/runtime/repository";
import type { Caller } from "../client/caller.ts";
import type { Context } from "../frame/command.ts";
import { agreeToCarried } from "./carried.ts";
import { chooseVersion } from "./choose_version.ts";
import { changedByHand, inTheWay } from "./conflict.ts";
import { deprecationText } from "./deprecation.ts";
import { download } from "./download.ts";
import { getExtension } from "./find.ts";
import { decide, type GrantOptions } from "./decide.ts";

/** Extensions a pull may go through from the one asked for to the last dependency. */
const DEPTH = 10;

/** What pulling needs of a command's context. */
export type Pulling = Pick<Context, "json" | "host" | "progress" | "note" | "warn">;

/** How to pull. */
export interface PullOptions extends GrantOptions {
  channel: string | undefined;
  /** Overwrites files that were changed by hand. */
  force: boolean;
}

/** One extension pulled. */
export interface Pulled {
  name: string;
  version: string;
  previousVersion?: string;
  channel: string;
  checksum: string;
  /** What it may do when its methods run, as `<kind>:<entry>`. */
  permissions: string[];
  /** What it asks for, granted or not. */
  requested: LockedRequest;
  extractedFiles: string[];
  alreadyInstalled: boolean;
  /** Its behavior types. */
  types: string[];
  /** Its reports. */
  reports: string[];
  /** Folders of its skills, relative to the repository. */
  skills: string[];
}

/**
 * Pulls an extension and what it depends on, dependencies after it. Each is checked, and its
 * permissions granted by a person or by the options, before anything is written. What `allow` names is
 * for the extension asked for, not for its dependencies.
 *
 * @throws SvcError `not_found`, `checksum_mismatch`, `archive_*`, `permissions_not_granted`,
 *   `cancelled`, `conflict`.
 */
export async function pull(
  context: Pulling,
  caller: Caller,
  repo: Repository,
  reference: string,
  options: PullOptions,
): Promise<Pulled[]> {
  const pulled: Pulled[] = [];
  const present = new Set((await listInstalled(repo)).map(({ name }) => name));
  const queue = [{ reference, depth: 0 }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { name, version } = parseExtensionReference(next.reference);
    const dependency = next.depth > 0;
    if (dependency && (present.has(name.full) || pulled.some((one) => one.name === name.full))) {
      continue;
    }
    if (next.depth > DEPTH) {
      throw new SvcError("rule_refused", `${name.full} is a dependency of depth ${next.depth}`, {
        hint: `Dependencies may be ${DEPTH} deep; pull ${name.full} by itself first.`,
      });
    }
    const wish = { version, channel: options.channel };
    const one = await pullOne(
      context,
      caller,
      repo,
      name.full,
      dependency ? { version: undefined, channel: undefined, anyChannel: true } : wish,
      dependency ? { ...options, allow: {} } : options,
    );
    pulled.push(one.pulled);
    for (const wanted of one.dependencies) {
      queue.push({ reference: withoutConstraint(wanted), depth: next.depth + 1 });
    }
  }
  return pulled;
}

async function pullOne(
  context: Pulling,
  caller: Caller,
  repo: Repository,
  name: string,
  wish: Parameters<typeof chooseVersion>[1],
  options: PullOptions,
): Promise<{ pulled: Pulled; dependencies: readonly string[] }> {
  const { progress } = context;
  const info = await progress.phase(`Looking up ${name}`, () => getExtension(caller, name));
  if (info.deprecatedAt) {
    context.warn(
      `${name} is deprecated: ${deprecationText(info.deprecationReason, info.supersededBy)}`,
    );
  }
  if (info.yankedAt) {
    context.warn(`${name} was yanked: ${info.yankReason ?? "no reason given"}`);
  }
  const { version, channel } = chooseVersion(info, wish);
  const archive = await progress.phase(
    `Fetching ${name} ${version}`,
    () => download(caller, name, version),
  );
  if (archive.yanked && !info.yankedAt) {
    context.warn(`${name} ${version} was yanked; a newer version may fix what is wrong with it`);
  }
  const plan = await planInstall(repo, archive);
  if (!options.force) {
    if (plan.conflicts.length > 0) throw inTheWay(plan.conflicts);
    // Missing files are put back; changed or added ones are somebody's work.
    const now = plan.previous && await verifyInstalled(repo, name);
    if (now && !now.intact && now.missing.length === 0) throw changedByHand(name, now.unknown);
  }
  const command = `svc extension pull ${name}@${version}`;
  const commands = { all: command, choice: command };
  const installed = await progress.phase(
    `Installing ${name} ${version}`,
    (pause) =>
      installExtension(repo, {
        ...archive,
        serverUrl: caller.serverUrl,
        ...(channel ? { channel } : {}),
      }, {
        force: options.force,
        decide: (question) =>
          pause(async () => {
            const granted = await decide(context, question, options, { commands });
            await agreeToCarried(context, archive, { ...plan, known: question.known }, options);
            return granted;
          }),
      }),
  );
  await sayMissingTypes(context, repo, installed.descriptor.grafts ?? []);
  const granted = installed.alreadyInstalled && Object.keys(options.allow).length > 0
    ? (await grantPermissions(repo, name, options.allow)).granted
    : installed.permissions;
  return {
    pulled: {
      name,
      version,
      ...(installed.previousVersion ? { previousVersion: installed.previousVersion } : {}),
      channel: channel ?? "stable",
      checksum: installed.checksum,
      permissions: grantTexts(granted),
      requested: installed.requested,
      extractedFiles: installed.files,
      alreadyInstalled: installed.alreadyInstalled,
      types: installed.descriptor.models.map(({ type }) => type),
      reports: installed.descriptor.reports.map((report) => report.name),
      skills: plan.skills,
    },
    dependencies: archive.manifest.dependencies,
  };
}

/** What an extension adds to a type waits for that type. */
async function sayMissingTypes(
  context: Pulling,
  repo: Repository,
  grafts: readonly { type: string }[],
): Promise<void> {
  if (grafts.length === 0) return;
  const { resolveType } = await import("@svc/runtime/types");
  for (const type of new Set(grafts.map((graft) => graft.type))) {
    const problem = await resolveType(repo, type).then(
      ({ origin }) => origin === "builtin" ? "comes with svc and takes no additions" : undefined,
      (error) => {
        if (!isSvcError(error) || error.code !== "unknown_type") throw error;
        return `is not here: svc extension pull @${type.replace(/^@/, "")}`;
      },
    );
    if (problem !== undefined) {
      context.warn(`It adds to the type ${visibleName(type)}, which ${problem}`);
    }
  }
}

/** Dependencies may carry a constraint; the newest version is what is pulled (reference wire 4). */
function withoutConstraint(dependency: string): string {
  const bare = dependency.trim().replace(/^[><=^~!\s]+/, "");
  const at = bare.indexOf("@", 1);
  try {
    return parseExtensionReference(at < 0 ? bare : bare.slice(0, at)).name.full;
  } catch (error) {
    if (isSvcError(error)) {
      throw new SvcError(
        "manifest_invalid",
        `'${dependency}' is not a dependency that svc can pull`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
}

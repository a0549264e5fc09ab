import { isSvcError, SvcError } from "@svc/core/error";
import {
  asPermissions,
  grantTexts,
  parseGrant,
  type Permissions,
  together,
} from "@svc/core/permission";
import { visibleName } from "@svc/core/text";
import {
  installExtensions,
  type InstallPlan,
  type InstallQuestion,
  type InstallResult,
  isChangedByHand,
  type LockedRequest,
  planInstall,
  readLockfile,
  verifyInstalled,
} from "@svc/runtime/installed";
import { writeTypeSchemas } from "@svc/runtime/editor-schemas";
import type { KeptPublisher } from "@svc/runtime/consent";
import { grantPermissions, listPermissions } from "@svc/runtime/grants";
import type { Repository } from "@svc/runtime/repository";
import type { Caller } from "../client/caller.ts";
import type { Context } from "../frame/command.ts";
import { staticContentsOf } from "./static_contents.ts";
import { changedByHand, inTheWay } from "./conflict.ts";
import { allowing, assertAskedFor, decide, grantingHint, type GrantOptions } from "./decide.ts";
import { gather, type Gathered } from "./gather.ts";
import { checkWithLog } from "./log_check.ts";
import type { MinAge } from "./min_age.ts";
import { judgePublisher, rememberPublisher } from "./provenance_judge.ts";
import type { FetchedVersion } from "./provenance_statement.ts";
import type { ProvenanceOptions } from "./provenance_options.ts";

/** What pulling needs of a command's context. */
export type Pulling = Pick<Context, "json" | "host" | "progress" | "note" | "warn">;

/** How to pull. */
export interface PullOptions extends GrantOptions, ProvenanceOptions {
  channel: string | undefined;
  minAge: MinAge | undefined;
  /** Overwrites files that were changed by hand. */
  force: boolean;
  /** True where the command is on several extensions. */
  several?: boolean;
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
  /** What the version before asked for, as the lockfile has it. */
  previouslyRequested?: LockedRequest;
  extractedFiles: string[];
  alreadyInstalled: boolean;
  /** Its behavior types. */
  types: string[];
  /** Its types of vaults. */
  vaults: string[];
  /** Its types of datastores. */
  datastores: string[];
  /** Its reports. */
  reports: string[];
  /** Folders of its skills, relative to the repository. */
  skills: string[];
  /** Newer versions that are not old enough. */
  passedOver?: string[];
  /** True for a yanked version, which the lockfile names. */
  yanked?: true;
}

/**
 * Pulls extensions and what they depend on, dependencies after them: all of them, or none. Each is
 * checked, and its permissions granted by a person or by the options, before anything is written. What
 * `allow` names is for what is asked for, not for its dependencies.
 *
 * @throws SvcError what {@linkcode gather} throws; `permissions_not_granted`, `cancelled`, `conflict`.
 */
export async function pull(
  context: Pulling,
  caller: Caller,
  repo: Repository,
  references: readonly string[],
  options: PullOptions,
): Promise<Pulled[]> {
  const gathered = await gather(context, caller, repo, references, options);
  const roots = gathered.slice(0, references.length);
  const several = options.several ?? roots.length > 1;
  const logged = await checkWithLog(
    context,
    caller,
    repo,
    gathered.map(({ info, archive: { manifest, checksum, facts } }) => ({
      name: info.name,
      publishedAs: manifest.name,
      version: manifest.version,
      channel: facts.channel ?? "stable",
      checksum,
      publishedAt: facts.publishedAt,
    })),
  );
  const plans = new Map<string, InstallPlan>();
  const arrived = gathered.map((one, index) => ({ ...one, logged: logged[index] }));
  const statements = await statementsOf(context, caller, repo, arrived, roots, options);
  for (const { name, archive } of gathered) {
    plans.set(name, await planned(repo, archive, options));
  }
  const refusals: Refusal[] = [];
  const decideOne = async (question: InstallQuestion) => {
    const one = gathered.find(({ name }) => name === question.name)!;
    const { name, chosen, archive } = one;
    const isRoot = roots.includes(one);
    const own = isRoot ? options : { ...options, allow: {}, sdks: [], skills: [] };
    const command = `svc extension pull ${name}@${chosen.version}`;
    return await decide(
      context,
      question,
      staticContentsOf(archive, plans.get(name)!, question),
      own,
      {
        commands: { all: command, choice: command },
        then: isRoot ? undefined : againCommand(references, options),
        several,
        alone: gathered.length === 1 && !several,
      },
    ).catch((error) => {
      if (isSvcError(error) && error.grants !== undefined) {
        refusals.push({ error, ...(isRoot ? {} : { command }) });
      }
      throw error;
    });
  };
  const installed = await context.progress.phase(
    several && gathered.length > 1
      ? `Installing ${gathered.length} extensions`
      : `Installing ${gathered.map(({ name }) => name).join(", ")}`,
    (pause) =>
      installExtensions(
        repo,
        gathered.map(({ name, archive, chosen }, index) => ({
          ...archive,
          publisher: statements.get(name)?.publisher,
          serverUrl: caller.serverUrl,
          log: logged[index]?.log,
          ...(chosen.channel ? { channel: chosen.channel } : {}),
        })),
        { force: options.force, decide: (question) => pause(() => decideOne(question)) },
      ),
  ).catch((error) => {
    const isRefusal = refusals.some((one) => one.error === error);
    throw isRefusal && refusals.length > 1 ? allRefused(refusals, references, options) : error;
  });
  for (const { name } of gathered) await rememberPublisher(repo, name, statements.get(name));
  await writeTypeSchemas(repo);
  for (const { descriptor } of installed) {
    await sayMissingTypes(context, repo, descriptor.grafts ?? []);
  }
  const named = Object.keys(options.allow).length + (options.sdks ?? []).length +
    options.without.length;
  const again = installed[0]!.alreadyInstalled && named > 0 && !several
    ? await grantNow(repo, roots[0]!.name, options)
    : undefined;
  return gathered.map((one, index) =>
    pulledOf(one, installed[index]!, plans.get(one.name)!, index === 0 ? again : undefined)
  );
}

/** Who signed each, verified, before anything is asked or written. */
async function statementsOf(
  context: Pulling,
  caller: Caller,
  repo: Repository,
  gathered: readonly (Gathered & Pick<FetchedVersion, "logged">)[],
  roots: readonly Gathered[],
  options: PullOptions,
): Promise<Map<string, KeptPublisher | undefined>> {
  const locked = await readLockfile(repo);
  const statements = new Map<string, KeptPublisher | undefined>();
  for (const { asked, name, info, logged, archive: { manifest, checksum, facts } } of gathered) {
    const arriving = {
      asked,
      ...{ name: info.name, version: manifest.version, checksum, publishedAs: manifest.name },
      ...{ facts, logged },
      locked: locked[name]?.publisher,
    };
    // What a person expects of what they name says nothing of its dependencies.
    const acceptPublisher = options.acceptPublisher && roots.some((root) => root.name === name);
    statements.set(
      name,
      await judgePublisher(context, caller, repo, arriving, { ...options, acceptPublisher }),
    );
  }
  return statements;
}

/** An extension that was not granted what it asks for. */
interface Refusal {
  error: SvcError;
  /** The command that pulls a dependency alone, as what is granted for its dependents is not for it. */
  command?: string;
}

/** What several were not granted, as one refusal. */
function allRefused(
  refusals: readonly Refusal[],
  references: readonly string[],
  options: PullOptions,
): SvcError {
  const granted = ({ error: { grants = [] } }: Refusal) => grants;
  const needed = refusals.flatMap((one) =>
    one.command === undefined ? [] : [allowing(one.command, granted(one))]
  );
  const own = refusals.filter(({ command }) => command === undefined).flatMap(granted);
  return new SvcError(
    "permissions_not_granted",
    refusals.map(({ error }) => error.message).join("\n"),
    {
      hint: grantingHint(
        [...needed, againCommand(references, options, own)],
        `svc extension pull ${references.join(" ")}`,
      ),
      grants: refusals.flatMap(granted),
    },
  );
}

/** The same pull again, with what was granted for it and what is to be. */
function againCommand(
  references: readonly string[],
  { allow, sdks = [] }: PullOptions,
  more: readonly string[] = [],
): string {
  const lines = [...sdks.map((sdk) => `sdk:${sdk}`), ...grantTexts(allow), ...more];
  return allowing(["svc extension pull", ...references].join(" "), [...new Set(lines)]);
}

/** Grants of what an extension that is here asks for. */
async function grantNow(
  repo: Repository,
  name: string,
  { allow, sdks = [], without }: PullOptions,
): Promise<Permissions> {
  const { extensions: [listed] } = await listPermissions(repo, name);
  const { permissions, mentioned = [], computed } = listed!;
  const grants = (list: readonly { permission: string; sdk?: string }[]) =>
    list.map(({ permission, sdk }) => ({
      ...parseGrant(permission),
      ...(sdk === undefined ? {} : { sdk }),
    }));
  const requested = grants(permissions);
  const granted = grants(permissions.filter(({ state }) => state === "granted"));
  assertAskedFor(name, { allow, sdks, without }, {
    name,
    request: { permissions: requested, mentioned: grants(mentioned), computed },
    granted: asPermissions(granted),
  });
  const ofSdks = requested.filter((one) => "sdk" in one && sdks.includes(one.sdk!));
  return (await grantPermissions(repo, name, together(allow, asPermissions(ofSdks)))).granted;
}

/** What installing would change; refused when it would overwrite what is somebody's work. */
async function planned(
  repo: Repository,
  archive: Gathered["archive"],
  { force }: PullOptions,
): Promise<InstallPlan> {
  const plan = await planInstall(repo, archive);
  if (force) return plan;
  if (plan.conflicts.length > 0) throw inTheWay(plan.conflicts);
  // Missing files are put back; changed or added ones are somebody's work.
  const now = plan.previous && await verifyInstalled(repo, plan.name);
  if (now && isChangedByHand(now)) throw changedByHand(plan.name, now.unknown);
  return plan;
}

function pulledOf(
  { name, chosen, archive }: Gathered,
  installed: InstallResult,
  { previous, skills }: InstallPlan,
  granted: Permissions | undefined,
): Pulled {
  const { descriptor, previousVersion } = installed;
  const types = (list: readonly { type: string }[]) => list.map(({ type }) => type);
  return {
    name,
    version: chosen.version,
    ...(previousVersion ? { previousVersion } : {}),
    channel: chosen.channel ?? "stable",
    checksum: installed.checksum,
    permissions: grantTexts(granted ?? installed.permissions),
    requested: installed.requested,
    ...(previous?.requested === undefined ? {} : { previouslyRequested: previous.requested }),
    extractedFiles: installed.files,
    alreadyInstalled: installed.alreadyInstalled,
    types: types(descriptor.models),
    vaults: types(descriptor.vaults),
    datastores: types(descriptor.datastores),
    reports: descriptor.reports.map((report) => report.name),
    skills,
    ...(chosen.passedOver.length === 0
      ? {}
      : { passedOver: chosen.passedOver.map(({ version }) => version) }),
    ...(archive.yanked ? { yanked: true } : {}),
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
        const words = type.replace(/^@?[^/]*\//, "").replaceAll("/", " ");
        return `is not here. Find the extension that has it: svc extension search ${words}`;
      },
    );
    if (problem !== undefined) {
      context.warn(`It adds to the type ${visibleName(type)}, which ${problem}`);
    }
  }
}

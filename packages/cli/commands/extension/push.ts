import { askedPermissions } from "@svc/core/descriptor";
import { isSvcError, SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { parseExtensionName } from "@svc/core/name";
import { describePermissions, placeholderSources } from "@svc/core/permission";
import { wideReason } from "@svc/core/wide";
import type { TypeCheck } from "@svc/runtime/type-check";
import type { ConfirmResponse, ProvenanceKind, Scorecard, Whoami } from "@svc/core/wire";
import { callWhoami } from "../../auth/whoami.ts";
import type { Caller } from "../../client/caller.ts";
import { checkWithLog } from "../../extension/log_check.ts";
import { scoreLocally } from "../../extension/local_score.ts";
import { MANIFEST_PATH, readManifest } from "../../extension/manifest.ts";
import { type Package, type Packing, packSources, readSources } from "../../extension/package.ts";
import { extensionPage } from "../../extension/path.ts";
import { announcementOf, publish } from "../../extension/publish.ts";
import { scorecardText } from "../../extension/scorecard_text.ts";
import { assertTyped, typesOf, uncheckedLine } from "../../extension/types.ts";
import { undeclaredLines } from "../../extension/undeclared.ts";
import { canAsk, confirm } from "../../frame/ask.ts";
import { type Context, defineCommand, flag, type OptionSpec, text } from "../../frame/command.ts";
import { CHANNEL, REPO_DIR, YES } from "../../frame/options.ts";
import { usage } from "../../frame/parse.ts";
import {
  assertCanSign,
  scoredProvenance,
  SIGNING,
  signingOf,
} from "../../publishing/provenance.ts";
import { type Sign, signWith } from "../../publishing/sign.ts";
import { policyPlace } from "../../log/rules.ts";
import {
  type PublishCredential,
  publishCredential,
  publishWith,
  TRUSTED_PUBLISHING,
} from "../../publishing/credential.ts";

/** What is told of a checked version, whatever is done with it. */
export interface Release {
  name: string;
  version: string;
  channel: string;
  archiveSize: number;
  checksum: string;
  modelCount: number;
  reportCount: number;
  vaultCount: number;
  datastoreCount: number;
  workflowCount: number;
  driverCount: number;
  skillCount: number;
  permissions: string[];
  scorecard: Scorecard;
}

interface Result extends Release {
  /** Present after a dry run. */
  status?: "dry_run";
  /** Present after a push. */
  extensionId?: string;
  alreadyPublished?: boolean;
  visibility?: "public" | "private";
  /** Who signed where it comes from; absent without --sign and --provenance. */
  provenance?: ProvenanceKind;
  /** Of its entry in the registry's log, where there is one. */
  logIndex?: number;
  url?: string;
}

/** The options of a command that makes a release of an extension. */
export const RELEASE_OPTIONS = {
  "no-check": flag("Skip the type check"),
  channel: { ...CHANNEL, summary: "The channel to publish to", defaultText: "stable" },
  "release-notes": text("<text>", "Release notes of this version"),
  "trusted-publishing": TRUSTED_PUBLISHING,
  ...SIGNING,
  yes: YES,
  "repo-dir": REPO_DIR,
} as const satisfies Record<string, OptionSpec>;

export default defineCommand({
  description: [
    "Collects the sources of the manifest, checks safety rules and",
    "types, bundles and describes them in a sandbox without permissions, shows the local score, then",
    "publishes. Type errors are refused; missing annotations are not.",
    "Published versions are immutable: pushing the same archive again has no effect, a changed one needs a",
    "new version (see 'svc extension version').",
    "It is public unless its collective is private; see 'svc collective edit'.",
    "With --sign it is signed with a key from a vault, whose public half 'svc signing-key create' registers.",
    "With --provenance a CI job signs which commit and workflow built it, in Sigstore's public log.",
    "In CI it needs no key: a job that 'svc publisher add' trusts publishes with its identity token.",
  ].join("\n"),
  examples: {
    "svc extension push": "the manifest.yaml of this folder",
    "svc extension push --dry-run": "run all checks without publishing",
    "svc extension push extensions/tool --channel beta -y --json": "in CI, as JSON",
  },
  arguments: [MANIFEST_PATH],
  options: {
    "dry-run": flag("Check, pack and score without publishing"),
    ...RELEASE_OPTIONS,
  },
  credential: "personal key or token",
  async run(context): Promise<Result> {
    const { options, progress } = context;
    const notes = options["release-notes"];
    if (!options["dry-run"]) assertCanSign(context, options);
    const checked = await checkRelease(context, options["dry-run"]);
    const { packed, release: result, credential, sign } = checked;
    const { manifest } = packed.archive;
    if (!credential) return { ...result, status: "dry_run" };

    await agree(context, result, options.yes);
    const announcement = announcementOf(manifest, options.channel, notes);
    const provenance = signingOf(context, manifest, packed.archive.checksum, sign);
    const published = await publishWith(
      context,
      credential,
      { extension: manifest.name, action: "push" },
      async (caller, signal) => {
        const done = await publish(caller, packed, announcement, { progress, signal, provenance });
        // A job's key reads nothing, so the log is asked as anybody; of what is private it tells nobody.
        const isJob = credential.kind === "job";
        const reader = isJob ? credential.caller : caller;
        const isTold = !isJob || !done.isPrivate;
        const logIndex = isTold ? await logIndexOf(context, reader, done) : undefined;
        return { ...done, logIndex };
      },
    );
    if (published.yankedAt !== null) {
      context.warn(`${result.name} ${result.version} is yanked; push the next version`);
    }
    return {
      ...result,
      channel: published.channel,
      extensionId: published.extensionId,
      alreadyPublished: published.alreadyPublished,
      visibility: published.isPrivate ? "private" : "public",
      ...(provenance === undefined ? {} : { provenance: provenance.kind }),
      ...(published.logIndex === undefined ? {} : { logIndex: published.logIndex }),
      url: extensionPage(credential.caller.serverUrl, published.name),
      scorecard: packed.places.scorecard(published.scorecard),
    };
  },
  text: (result, view) =>
    [
      headline(result),
      scorecardText(result.scorecard, view),
      ...(result.provenance === undefined ? [] : [SIGNED[result.provenance]]),
      ...(result.logIndex === undefined ? [] : [`Log entry: ${result.logIndex}`]),
      ...(result.url ? [`Page: ${result.url}`] : []),
    ].join("\n"),
});

const SIGNED: Readonly<Record<ProvenanceKind, string>> = {
  ci: "Signed: as this job",
  key: "Signed: with a registered key",
};

/** Looks that the log has what was published; who pushes sees first what it shows. */
async function logIndexOf(
  context: Pick<Context, "host" | "progress" | "warn">,
  caller: Caller,
  { name, version, channel, checksum }: ConfirmResponse,
): Promise<number | undefined> {
  const publishedAt = new Date();
  const [logged] = await checkWithLog(context, caller, policyPlace(context.host), [
    { name, publishedAs: name, version, channel, checksum, publishedAt },
  ]);
  return logged?.log.index;
}

/** A checked, packed and scored version, and with what it is uploaded. */
export interface CheckedRelease {
  packed: Package;
  release: Release;
  /** Undefined for a dry run. */
  credential: PublishCredential | undefined;
  /** Present with --sign, but for a dry run. */
  sign: Sign | undefined;
}

type ReleaseContext = Packing & Context & {
  arguments: { readonly "manifest-path": string };
  options: {
    readonly "no-check": boolean;
    readonly channel: string | undefined;
    readonly "release-notes": string | undefined;
    readonly "trusted-publishing": string;
    readonly sign: string | undefined;
    readonly provenance: boolean;
    readonly yes: boolean;
  };
};

/**
 * Does all that a push does before it sends anything.
 *
 * @throws SvcError what is wrong with the extension, or with the login
 */
export async function checkRelease(
  context: ReleaseContext,
  dryRun = false,
): Promise<CheckedRelease> {
  const { options } = context;
  const notes = options["release-notes"];
  if (notes !== undefined && notes.length > LIMITS.releaseNotesCharacters) {
    throw usage(`--release-notes is limited to ${LIMITS.releaseNotesCharacters} characters`);
  }
  const path = context.arguments["manifest-path"];
  // A wrong manifest is told without a login; who may not push should know before the work.
  await readManifest(path.startsWith("/") ? path : `${context.host.cwd}/${path}`);
  const credential = dryRun ? undefined : await publishCredential(context);
  const sign = credential && options.sign !== undefined
    ? await signWith(context, options.sign)
    : undefined;
  const { packed, types } = await checkedPackage(context, path);
  const { manifest } = packed.archive;
  if (credential?.kind === "key") {
    mayPublish(await callWhoami(credential.caller), parseExtensionName(manifest.name).collective);
  }
  const unchecked = types && uncheckedLine(types);
  if (unchecked !== undefined) context.warn(unchecked);
  for (const { place, message } of packed.warnings) context.warn(`${place}: ${message}`);
  for (const line of undeclaredLines(packed.undeclared)) context.note(line);
  const local = await scoreLocally(context, packed, await scoredProvenance(credential, options));
  return { packed, credential, sign, release: summary(packed, options.channel ?? "stable", local) };
}

/** Packs while the types are checked, as each waits for packages of its own. */
async function checkedPackage(
  context: Packing & { options: { readonly "no-check": boolean } },
  path: string,
): Promise<{ packed: Package; types: TypeCheck | undefined }> {
  const sources = await readSources(context, path);
  if (context.options["no-check"]) {
    return { packed: await packSources(context, sources), types: undefined };
  }
  const checking = typesOf(sources, sources.places);
  // What cannot be bundled is told first; the types say the same in more words.
  checking.catch(() => {});
  const typed = async () => {
    const types = await context.progress.phase("Checking types", () => checking);
    assertTyped(sources.manifest.name, types);
    return types;
  };
  const packed = await packSources(context, sources).catch(async (error) => {
    // What is bundled and throws when it is loaded often does so because of a wrong type.
    if (isSvcError(error) && error.code === "describe_failed") await typed();
    throw error;
  });
  return { packed, types: await typed() };
}

/** Refuses early what the registry would refuse late; the registry decides all the same. */
function mayPublish(whoami: Whoami, collective: string): void {
  const known = (whoami.organizations ?? []).map(({ slug }) => slug);
  if (known.includes(collective)) return;
  throw new SvcError("forbidden", `You are not a member of the collective '${collective}'`, {
    hint: `Rename the extension to @${known[0] ?? "your-collective"}/…, or ask to be invited.`,
  });
}

/** Asks at a terminal before anything is sent. @throws SvcError `cancelled` */
export async function agree(
  context: Pick<Context, "json" | "host" | "note">,
  result: Release,
  yes: boolean,
  question = publishQuestion(result),
): Promise<void> {
  if (yes) return;
  if (canAsk(context)) {
    const lost = result.scorecard.maxPoints - result.scorecard.earnedPoints;
    context.note(
      `${result.name} ${result.version}: ${result.archiveSize} bytes, ` +
        `local score ${result.scorecard.earnedPoints}/${result.scorecard.maxPoints}` +
        (lost > 0 ? "; 'svc extension quality' shows what is missing" : ""),
    );
    for (const line of result.permissions) context.note(`  requests: ${line}`);
  }
  await confirm(context, question);
}

function publishQuestion({ name, version, channel }: Release): string {
  const [collective] = name.split("/");
  return `Publish ${name} ${version} in ${channel}, for everybody unless ${collective} is private?`;
}

function summary({ archive }: Package, channel: string, scorecard: Scorecard): Release {
  const { manifest, descriptor } = archive;
  return {
    name: manifest.name,
    version: manifest.version,
    channel,
    archiveSize: archive.packedBytes,
    checksum: archive.checksum,
    modelCount: descriptor?.models.length ?? 0,
    reportCount: descriptor?.reports.length ?? 0,
    vaultCount: descriptor?.vaults.length ?? 0,
    datastoreCount: descriptor?.datastores.length ?? 0,
    workflowCount: manifest.workflows.length,
    driverCount: manifest.drivers.length,
    skillCount: manifest.skills.length,
    permissions: describePermissions(
      askedPermissions(manifest.name, descriptor?.permissions ?? {}, descriptor?.grafts),
      placeholderSources(descriptor),
      {},
      wideReason,
    ),
    scorecard,
  };
}

function headline(result: Result): string {
  const what = `${result.name} ${result.version}`;
  if (result.status === "dry_run") {
    return `Dry run complete: ${what} could be published: ${result.archiveSize} bytes. Nothing was sent.`;
  }
  return result.alreadyPublished
    ? `${what} was already published with the same content; nothing changed.`
    : `Published ${what} in ${result.channel}, ${result.visibility}.`;
}

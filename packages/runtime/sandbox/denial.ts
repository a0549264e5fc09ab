import { SvcError } from "@svc/core/error";
import {
  addressOf,
  asPermissions,
  covers,
  describePermissions,
  type Grant,
  grantText,
  hostOf,
  internalKind,
  netEntry,
  PERMISSION_KINDS,
  permissionProblem,
  placeholderIn,
  PRIVATE_NETWORK,
  wideRow,
} from "@svc/core/permission";
import { shellWord, visibleName } from "@svc/core/text";
import {
  baseFoldersOf,
  besideCode,
  type Denial,
  type DenialAbout,
  grantOf,
} from "./denied_grant.ts";
import { linesOf, lineTexts } from "../consent/policy/line.ts";
import { neededWhen } from "../extension/sdks/known_sdks.ts";
import { withoutOwnPaths } from "./own_paths.ts";

/** Permissions named in one refusal, at most. */
const MOST = 20;

/** Hosts named that may have led to an address, at most. */
const NAMED = 3;

/** What Deno's refusal in `message` was about, or undefined when it is none. */
export function denialIn(message: string): Denial | undefined {
  const match = /Requires (\w+) access to (?:"(.*?)", run again|"([^"]*)"|<?([\w ]+)>?)/s.exec(
    message,
  );
  if (match === null) return undefined;
  const denial = { kind: match[1]!, target: match[2] ?? match[3] ?? match[4] ?? "" };
  // A request says for which host it was; that of another port went through a proxy.
  const asked = hostOf(/error sending request for url \(([^\s)]+)\)/.exec(message)?.[1] ?? "");
  return asked === undefined || asked.split(":").at(-1) !== denial.target.split(":").at(-1)
    ? denial
    : { ...denial, host: asked };
}

/**
 * The error of a run that asked for permissions it was not granted: every one that is known, the one
 * command that grants them, and for the repository's own sources the lines of the manifest. What the
 * code asked for may be made up by it: nothing is offered that the grammar refuses or that is closed.
 *
 * @param failure where the method failed, its words where these were not the refusal itself, and the
 *   cause where they name one that no permission would have prevented
 */
export function permissionDenied(
  denials: readonly Denial[],
  about: DenialAbout,
  failure?: Pick<SvcError, "details"> & { words?: string; cause?: string },
): SvcError {
  const asked = denials.map((denial) => ({ denial, grant: grantOf(denial, about) }));
  const refused = withoutCovered(asked.flatMap(({ grant }) => grant ?? [])).slice(0, MOST);
  const sdks = refusedSdks(refused, about);
  const grants = refused.filter((one) => !covers(asPermissions(sdks), one));
  const closed = unique(
    asked.flatMap(({ denial, grant }) => grant === undefined ? [shownDenial(denial, about)] : []),
  ).slice(0, MOST);
  const found = refused.length === 0 ? [] : foundBeside([...refused, ...sdks], about);
  const all = [...grants, ...sdks, ...found];
  const lines = (parts: readonly SdkPart[]) =>
    linesOf(parts.map((one) => {
      const wide = whyWide(one, about);
      return { ...one, line: shown(one, about), ...(wide === undefined ? {} : { wide }) };
    }));
  return new SvcError(
    "permission_denied",
    [
      ...(failure?.cause === undefined ? [] : [failure.cause]),
      `${
        failure?.cause === undefined ? about.type : `Before that ${about.type}`
      } requested permissions that it was not granted:`,
      ...grants.map((grant) =>
        `  ${shown(grant, about)}${neededBy(grant, about) ?? ledBy(grant, asked, about)}`
      ),
      ...lines(sdks).map(({ line }) => `  ${line}`),
      ...closed.map((line) => `  ${line}, which no extension may have`),
      ...(found.length === 0 ? [] : ["Its code also names:"]),
      ...lines(found).map(({ line, found }) => `  ${line}, in ${found.join(", ")}`),
      ...(failure?.words === undefined ? [] : [failure.words]),
    ].join("\n"),
    {
      hint: hintFor(all, denials, about),
      details: failure?.details,
      grants: all.length === 0 ? undefined : all.map(grantText),
    },
  );
}

const BESIDE =
  " A bundle has no files but code. The author of the extension lists a file under additionalFiles " +
  "and gets its path from context.extensionFile.";

const ADDRESS_CHANGES =
  "If such an address changes, net:private_network allows the granted hosts to be anywhere in " +
  "your private network.";

function hintFor(
  all: readonly (Grant & { sdk?: string })[],
  denials: readonly Denial[],
  about: DenialAbout,
): string {
  const { type, resolved } = about;
  if (all.length === 0) {
    const isFile = denials.some((one) => besideCode(one, about) !== undefined);
    return `No extension may have this.${isFile ? BESIDE : ""}`;
  }
  // A type without an extension is granted by its own name.
  const { extension = type, manifest, origin, permissions } = resolved;
  // Libraries look there by the way, so it is no part of a line that is copied for the rest.
  const apart = all.every(givesCredentials) ? [] : all.filter(givesCredentials);
  const grants = all.filter((one) => !apart.includes(one));
  const granting = (some: typeof grants) =>
    ["svc extension grant", ...[extension, ...lineTexts(some)].map(shellWord)].join(" ");
  // A manifest names no SDK: what it needs is asked for without that.
  const lines = origin === "local" && manifest !== undefined &&
      grants.every(({ sdk }) => sdk === undefined)
    ? [`add to ${manifest}:\n${manifestLines(grants)}`]
    : [];
  const command = [`run: ${granting(grants)}`, ...lines].join("\nor ");
  const credentials = apart.length === 0
    ? ""
    : `\nTo also give it this machine's own cloud credentials, run: ${granting(apart)}`;
  const inside = !permissions.net?.includes(PRIVATE_NETWORK) &&
    grants.some(({ kind, entry }) => kind === "net" && internalKind(entry) === "private");
  return `To grant it, ${command}${credentials}${inside ? `\n${ADDRESS_CHANGES}` : ""}`;
}

/** True for an address at which a cloud hands out credentials to whatever runs on the machine. */
function givesCredentials({ kind, entry }: Grant): boolean {
  return kind === "net" && internalKind(entry) === "credentials";
}

function manifestLines(grants: readonly Grant[]): string {
  const lines = PERMISSION_KINDS.flatMap((kind) => {
    const entries = grants.filter((grant) => grant.kind === kind);
    return entries.length === 0 ? [] : [
      `    ${kind}:`,
      ...entries.map(({ entry }) =>
        `      - ${/^[\w.-]+$/.test(entry) ? entry : JSON.stringify(entry)}`
      ),
    ];
  });
  return ["  permissions:", ...lines].join("\n");
}

function shown(grant: Grant, about: DenialAbout): string {
  const { kind, entry } = grant;
  return describePermissions(
    { [kind]: [entry] },
    [],
    baseFoldersOf(about),
    () => whyWide(grant, about),
  )[0]!;
}

/** Without the list of public suffixes: what was refused is one host. */
function whyWide({ kind, entry }: Grant, about: DenialAbout): string | undefined {
  return wideRow(kind, entry, baseFoldersOf(about))?.why;
}

/** What is asked for by an SDK, or by what the scan found. */
type SdkPart = Grant & { declared: boolean; found: string[]; sdk?: string };

/** All that an SDK asks for and was not granted, where a part of it was refused. */
function refusedSdks(refused: readonly Grant[], about: DenialAbout): SdkPart[] {
  const open = ungranted(about).filter(({ sdk }) => sdk !== undefined);
  const names = new Set(
    open.filter((one) => refused.some((grant) => covers(asPermissions([one]), grant)))
      .map(({ sdk }) => sdk),
  );
  return open.filter(({ sdk }) => names.has(sdk));
}

/** What the scan found and was not granted, each once. */
function ungranted(about: DenialAbout): SdkPart[] {
  const { found = [], permissions } = about.resolved;
  const each = new Map<string, SdkPart>();
  for (const use of found) {
    const { kind, entry, sdk } = use;
    if (entry === undefined || permissionProblem(kind, entry) !== undefined) continue;
    const grant = { kind, entry };
    if (isClosed(grant, about)) continue;
    if (each.has(grantText(grant)) || covers(permissions, grant, baseFoldersOf(about))) continue;
    each.set(grantText(grant), {
      ...grant,
      declared: false,
      found: [visibleName(use.line === undefined ? use.file : `${use.file}:${use.line}`)],
      ...(sdk === undefined ? {} : { sdk }),
    });
  }
  return [...each.values()];
}

/** True for a path that is granted to no extension. */
function isClosed({ kind, entry }: Grant, about: DenialAbout): boolean {
  if (kind !== "read" && kind !== "write") return false;
  const { home } = baseFoldersOf(about);
  const target = home === undefined ? entry : entry.replace(/^~(?=\/|$)/, home);
  return grantOf({ kind, target }, about) === undefined;
}

/** When an SDK needs what waits for a run. */
function neededBy(grant: Grant, { resolved: { found = [] } }: DenialAbout): string | undefined {
  const needed = neededWhen(grant, [...new Set(found.flatMap(({ sdk }) => sdk ?? []))]);
  return needed === undefined ? undefined : `, which sdk ${needed.sdk} needs where ${needed.when}`;
}

/**
 * Which host led to an address that was not granted: the one of the request, else those that were
 * granted with its port, as only the address is known then.
 */
function ledBy(
  { kind, entry }: Grant,
  asked: readonly { denial: Denial; grant: Grant | undefined }[],
  { resolved }: DenialAbout,
): string {
  if (kind !== "net" || internalKind(entry) === undefined) return "";
  const known = asked.flatMap(({ denial, grant }) =>
    grant?.kind === kind && grant.entry === entry ? denial.host ?? [] : []
  );
  if (known.length > 0) return `, where ${visibleName(known[0]!)} leads`;
  const { port } = netEntry(entry)!;
  const names = (resolved.permissions.net ?? []).filter((one) => {
    const host = netEntry(one);
    return host !== undefined && addressOf(host.host) === undefined && one !== PRIVATE_NETWORK &&
      (host.port === undefined || host.port === port);
  });
  return names.length === 0
    ? ""
    : `, where one of these may lead: ${
      names.slice(0, NAMED).map((one) => visibleName(one)).join(", ")
    }`;
}

/** What was asked for, in the words of permissions. */
export function shownDenial(denial: Denial, about: DenialAbout): string {
  const name = besideCode(denial, about);
  const target = name === undefined ? denial.target : `${name} beside its code`;
  const shown = visibleName(target.slice(0, 200));
  return `${denial.kind} ${withoutOwnPaths(shown, about.repository, about.env)}`;
}

/**
 * What a scan of the code found beside the refusals, so that the next run is not refused again. A
 * variable is not, as one that is not granted is no reason to fail, unless it is set and names one of the
 * others: the code would not see it. Nor is anything of a pulled extension: the person was asked about
 * it, and said no.
 */
function foundBeside(grants: readonly Grant[], about: DenialAbout): SdkPart[] {
  if (about.resolved.origin === "pulled") return [];
  const env = about.env ?? ((name: string) => Deno.env.get(name));
  const beside = ungranted(about).filter((one) => {
    const placeholder = placeholderIn(one.entry);
    const opens = placeholder?.source !== "env" || env(placeholder.name) !== undefined;
    return opens && !covers(asPermissions(grants), one, baseFoldersOf(about));
  });
  const isNamed = (name: string) =>
    beside.some(({ entry }) => entry.startsWith(name === "HOME" ? "~/" : `\${env.${name}}`));
  const single = beside.filter(({ kind, entry, sdk }) =>
    sdk === undefined && (kind !== "env" || isNamed(entry))
  );
  return [
    ...single.slice(0, Math.max(MOST - grants.length, 0)),
    ...beside.filter(({ sdk }) => sdk !== undefined),
  ];
}

/** Each once, and none that another one covers. */
function withoutCovered(grants: readonly Grant[]): Grant[] {
  const each = new Map(grants.map((grant) => [grantText(grant), grant]));
  return [...each.values()].filter((grant) =>
    ![...each.values()].some((other) => other !== grant && covers(asPermissions([other]), grant))
  );
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

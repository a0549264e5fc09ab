import { SvcError } from "@svc/core/error";
import {
  addressOf,
  asPermissions,
  covers,
  type FoundUse,
  type Grant,
  grantText,
  hostOf,
  internalKind,
  netEntry,
  PERMISSION_KINDS,
  permissionProblem,
  PRIVATE_NETWORK,
  shownPermissions,
  wideRow,
} from "@svc/core/permission";
import { shellWord, visibleName } from "@svc/core/text";
import { type Denial, type DenialAbout, grantOf, placesOf } from "./denied_grant.ts";
import { withoutOwnPlaces } from "./own_places.ts";

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
  const grants = withoutCovered(asked.flatMap(({ grant }) => grant ?? [])).slice(0, MOST);
  const closed = unique(
    asked.flatMap(({ denial, grant }) => grant === undefined ? [shownDenial(denial, about)] : []),
  ).slice(0, MOST);
  const found = grants.length === 0 ? [] : foundBeside(grants, about);
  const all = [...grants, ...found.map(({ grant }) => grant)];
  return new SvcError(
    "permission_denied",
    [
      ...(failure?.cause === undefined ? [] : [failure.cause]),
      `${
        failure?.cause === undefined ? about.type : `Before that ${about.type}`
      } asked for what it was not granted:`,
      ...grants.map((grant) => `  ${shown(grant, about)}${ledBy(grant, asked, about)}`),
      ...closed.map((line) => `  ${line}, which is granted to no extension`),
      ...(found.length === 0 ? [] : ["Its code also names:"]),
      ...found.map(({ grant, use }) => `  ${shown(grant, about)}, in ${placeOf(use)}`),
      ...(failure?.words === undefined ? [] : [failure.words]),
    ].join("\n"),
    {
      hint: hintFor(all, about),
      ...(failure?.details === undefined ? {} : { details: failure.details }),
      ...(all.length === 0 ? {} : { grants: all.map(grantText) }),
    },
  );
}

const ADDRESS_CHANGES =
  "Where such an address changes, net:private_network lets the hosts that were " +
  "granted be anywhere in your private network.";

function hintFor(grants: readonly Grant[], { type, resolved }: DenialAbout): string {
  if (grants.length === 0) return "The sandbox grants this to no extension.";
  // A type without an extension is granted by its own name.
  const { extension = type, manifest, origin, permissions } = resolved;
  const words = ["svc extension grant", ...[extension, ...grants.map(grantText)].map(shellWord)];
  const lines = origin === "local" && manifest !== undefined
    ? [`add to ${manifest}:\n${manifestLines(grants)}`]
    : [];
  const command = [`run: ${words.join(" ")}`, ...lines].join("\nor ");
  const inside = !permissions.net?.includes(PRIVATE_NETWORK) &&
    grants.some(({ kind, entry }) => kind === "net" && internalKind(entry) === "private");
  return `If it should have it, ${command}${inside ? `\n${ADDRESS_CHANGES}` : ""}`;
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

function shown({ kind, entry }: Grant, about: DenialAbout): string {
  const places = placesOf(about);
  // Without the list of public suffixes: what was refused is one host.
  const why = () => wideRow(kind, entry, places)?.why;
  return shownPermissions({ [kind]: [entry] }, [], places, why)[0]!;
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
export function shownDenial({ kind, target }: Denial, { repository, env }: DenialAbout): string {
  return `${kind} ${withoutOwnPlaces(visibleName(target.slice(0, 200)), repository, env)}`;
}

function placeOf({ file, line }: FoundUse): string {
  return visibleName(line === undefined ? file : `${file}:${line}`);
}

/**
 * What a scan of the code found beside the refusals, so that the next run is not refused again. A
 * variable is not: one that is not granted is no reason to fail.
 */
function foundBeside(
  grants: readonly Grant[],
  about: DenialAbout,
): { grant: Grant; use: FoundUse }[] {
  const granted = [about.resolved.permissions, asPermissions(grants)];
  const beside = new Map<string, { grant: Grant; use: FoundUse }>();
  for (const use of about.resolved.found ?? []) {
    const { kind, entry } = use;
    if (entry === undefined || kind === "env") continue;
    const grant = { kind, entry };
    if (isClosed(grant, about)) continue;
    if (granted.some((one) => covers(one, grant, placesOf(about)))) continue;
    if (permissionProblem(kind, entry) === undefined && !beside.has(grantText(grant))) {
      beside.set(grantText(grant), { grant, use });
    }
  }
  return [...beside.values()].slice(0, Math.max(MOST - grants.length, 0));
}

/** True for what is granted to no extension. */
function isClosed({ kind, entry }: Grant, about: DenialAbout): boolean {
  const { home } = placesOf(about);
  const isPath = kind === "read" || kind === "write";
  const target = isPath && home !== undefined ? entry.replace(/^~(?=\/|$)/, home) : entry;
  return grantOf({ kind, target }, about) === undefined;
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

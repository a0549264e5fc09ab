import semver from "semver";
import type { Dependency } from "./dependencies.ts";
import { type Evidence, LookupFailure } from "./evidence.ts";
import { fetchJson } from "./fetch_json.ts";
import type { AuditOptions } from "./options.ts";

/** The parts of a registry document that count. */
interface Packument {
  "dist-tags"?: Record<string, string>;
  versions?: Record<string, { deprecated?: unknown; license?: unknown; licenses?: unknown }>;
  time?: Record<string, string>;
  maintainers?: unknown[];
  license?: unknown;
}

/** What the registry tells of a dependency. */
export type Metadata = Pick<
  Evidence,
  "version" | "deprecated" | "license" | "maintainers" | "lastPublishedAt"
>;

/**
 * What the npm registry says about the version that a dependency stands for.
 *
 * @throws LookupFailure when the registry does not answer or has no such version
 */
export async function metadataOf(
  dependency: Dependency,
  { fetch, npmRegistryUrl }: AuditOptions,
  budget: AbortSignal,
): Promise<Metadata> {
  const { name } = dependency;
  const document = await fetchJson({
    fetch,
    url: `${npmRegistryUrl}/${name.replace("/", "%2f")}`,
    budget,
    maxBytes: 64_000_000,
  }) as Packument | undefined;
  if (!document) throw new LookupFailure("error", `the npm registry has no package ${name}`);
  const version = resolve(dependency, document);
  const release = version === undefined ? undefined : document.versions?.[version];
  if (version === undefined || !release) {
    const asked = dependency.pinned ?? (dependency.requested || "latest");
    throw new LookupFailure("error", `the npm registry has no version ${asked} of ${name}`);
  }
  return {
    version,
    deprecated: release.deprecated ? String(release.deprecated) : null,
    license: licenseOf(release) ?? licenseOf(document),
    maintainers: Array.isArray(document.maintainers) ? document.maintainers.length : 0,
    lastPublishedAt: newest(document),
  };
}

/**
 * Downloads of the last week; null when the service has no figure for the package.
 *
 * @throws LookupFailure when the service does not answer
 */
export async function weeklyDownloadsOf(
  name: string,
  { fetch, npmDownloadsUrl }: AuditOptions,
  budget: AbortSignal,
): Promise<number | null> {
  const answer = await fetchJson({
    fetch,
    url: `${npmDownloadsUrl}/downloads/point/last-week/${name}`,
    budget,
    maxBytes: 100_000,
  });
  return typeof answer?.downloads === "number" ? answer.downloads : null;
}

/** As Deno resolves: the pin, a tag, else `latest` if in range, else the highest in range. */
function resolve({ pinned, requested }: Dependency, document: Packument): string | undefined {
  if (pinned !== undefined) return pinned;
  const versions = Object.keys(document.versions ?? {});
  const tags = document["dist-tags"] ?? {};
  if (requested === "") return tags.latest;
  if (Object.hasOwn(tags, requested)) return tags[requested];
  if (tags.latest !== undefined && semver.satisfies(tags.latest, requested)) return tags.latest;
  return semver.maxSatisfying(versions, requested) ?? undefined;
}

function licenseOf(of: { license?: unknown; licenses?: unknown }): string | null {
  const declared = of.license ?? (Array.isArray(of.licenses) ? of.licenses[0] : undefined);
  if (typeof declared === "string" && declared !== "") return declared;
  const type = (declared as { type?: unknown } | undefined)?.type;
  return typeof type === "string" && type !== "" ? type : null;
}

function newest({ time = {}, versions = {} }: Packument): string | null {
  const times = Object.entries(time)
    .filter(([version]) => Object.hasOwn(versions, version))
    .map(([, at]) => Date.parse(at))
    .filter(Number.isFinite);
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

import { type Service, startService } from "../service/mod.ts";
import { integrityOf, type NpmContent, tarballOf } from "./tarball.ts";

/** A package to publish. */
export interface NpmPackage {
  name: string;
  versions: Record<string, NpmVersion>;
  /** The version tagged `latest`; the last one given unless named. */
  latest?: string;
  /** Login names; one unless given. */
  maintainers?: readonly string[];
  /** For a private package: the token of those who may read it. All others learn nothing of it. */
  token?: string;
}

/** One version of a package. */
export interface NpmVersion {
  license?: string | { type: string };
  /** The registry's words to whoever installs it. */
  deprecated?: string;
  /** ISO 8601 time. */
  publishedAt: string;
  /** With it the version can be downloaded. */
  content?: NpmContent;
}

/**
 * A stand-in for the npm registry's `GET /<name>` and `GET /<name>/-/<file>.tgz`, as its published API
 * describes them.
 */
export interface NpmService extends Service {
  publish(one: NpmPackage): void;
  deprecate(name: string, version: string, message: string): void;
}

/**
 * Starts a registry.
 *
 * @param fallback what an unpublished name stands for; nothing unless given
 */
export function startNpm(
  fallback: (name: string) => Promise<NpmPackage | undefined> | undefined = () => undefined,
): NpmService {
  const packages = new Map<string, NpmPackage>();
  const service = startService(async ({ method, path, authorization }) => {
    const [name, file] = decodeURIComponent(path.slice(1)).split("/-/") as [string, string?];
    const found = method === "GET" ? packages.get(name) ?? await fallback(name) : undefined;
    const allowed = found?.token === undefined || authorization === `Bearer ${found.token}`;
    const missing = () => Response.json({ error: "Not found" }, { status: 404 });
    if (!found || !allowed) return missing();
    if (file === undefined) return Response.json(await document(found, service.url));
    const version = Object.keys(found.versions).find((one) => fileOf(name, one) === file);
    const content = found.versions[version ?? ""]?.content;
    return content ? new Response(await tarballOf(name, version!, content)) : missing();
  });
  return Object.assign(service, {
    publish: (one: NpmPackage) => void packages.set(one.name, structuredClone(one)),
    deprecate: (name: string, version: string, message: string) => {
      const versions = packages.get(name)?.versions;
      const release = versions?.[version];
      if (!versions || !release) throw new Error(`${name}@${version} is not published`);
      versions[version] = { ...release, deprecated: message };
    },
  });
}

async function document(
  { name, versions, latest, maintainers = ["maintainer"] }: NpmPackage,
  url: string,
) {
  const names = Object.keys(versions);
  const people = maintainers.map((login) => ({ name: login, email: `${login}@example.com` }));
  const times = Object.values(versions).map(({ publishedAt }) => publishedAt).sort();
  const tagged = latest ?? names.at(-1);
  return {
    _id: name,
    _rev: "1-0",
    name,
    "dist-tags": { latest: tagged },
    versions: Object.fromEntries(
      await Promise.all(
        Object.entries(versions).map(async ([version, { license, deprecated, content }]) => [
          version,
          {
            ...content?.manifest,
            name,
            version,
            ...(license === undefined ? {} : { license }),
            ...(deprecated === undefined ? {} : { deprecated }),
            dist: {
              tarball: `${url}/${name}/-/${fileOf(name, version)}`,
              ...(content && {
                integrity: await integrityOf(await tarballOf(name, version, content)),
              }),
            },
            maintainers: people,
          },
        ]),
      ),
    ),
    time: {
      created: times[0],
      modified: times.at(-1),
      ...Object.fromEntries(names.map((version) => [version, versions[version]!.publishedAt])),
    },
    maintainers: people,
    ...(tagged && versions[tagged]?.license ? { license: versions[tagged].license } : {}),
  };
}

/** The file name of a version's tarball: the last part of the name and the version. */
function fileOf(name: string, version: string): string {
  return `${name.slice(name.lastIndexOf("/") + 1)}-${version}.tgz`;
}

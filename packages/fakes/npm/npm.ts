import { type Service, startService } from "../service/mod.ts";

/** A package to publish. */
export interface NpmPackage {
  name: string;
  versions: Record<string, NpmVersion>;
  /** The version tagged `latest`; the last one given unless named. */
  latest?: string;
  /** Login names; one unless given. */
  maintainers?: readonly string[];
}

/** One version of a package. */
export interface NpmVersion {
  license?: string | { type: string };
  /** The registry's words to whoever installs it. */
  deprecated?: string;
  /** ISO 8601 time. */
  publishedAt: string;
}

/** A stand-in for the npm registry's `GET /<name>`, as its published API describes it. */
export interface NpmService extends Service {
  publish(one: NpmPackage): void;
  deprecate(name: string, version: string, message: string): void;
  unpublish(name: string): void;
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
  const service = startService(async ({ method, path }) => {
    const name = decodeURIComponent(path.slice(1));
    const found = method === "GET" ? packages.get(name) ?? await fallback(name) : undefined;
    return found
      ? Response.json(document(found))
      : Response.json({ error: "Not found" }, { status: 404 });
  });
  return Object.assign(service, {
    publish: (one: NpmPackage) => void packages.set(one.name, structuredClone(one)),
    unpublish: (name: string) => void packages.delete(name),
    deprecate: (name: string, version: string, message: string) => {
      const versions = packages.get(name)?.versions;
      const release = versions?.[version];
      if (!versions || !release) throw new Error(`${name}@${version} is not published`);
      versions[version] = { ...release, deprecated: message };
    },
  });
}

function document({ name, versions, latest, maintainers = ["maintainer"] }: NpmPackage) {
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
      Object.entries(versions).map(([version, { license, deprecated }]) => [version, {
        name,
        version,
        ...(license === undefined ? {} : { license }),
        ...(deprecated === undefined ? {} : { deprecated }),
        dist: { tarball: `https://registry.npmjs.org/${name}/-/${version}.tgz` },
        maintainers: people,
      }]),
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

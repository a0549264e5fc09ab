import { type DownloadsService, startDownloads } from "../downloads/mod.ts";
import { type HostName, type HostService, startHost } from "../hosts/mod.ts";
import { installedPackage, type NpmService, startNpm } from "../npm/mod.ts";
import { type OsvService, startOsv } from "../osv/mod.ts";

/** Stand-ins for every outside service the registry asks. Dispose it to stop them all. */
export interface Outside extends AsyncDisposable {
  osv: OsvService;
  npm: NpmService;
  downloads: DownloadsService;
  hosts: Record<HostName, HostService>;
  /** The variables that lead a registry or a client to the stand-ins. */
  env: Record<string, string>;
}

/** How the world outside looks at the start. */
export interface OutsideOptions {
  /** A `node_modules` folder whose packages the npm registry knows; the workspace's unless given. */
  installed?: string;
  /** Public repositories, as `https://<host>/<path>`. */
  repositories?: readonly string[];
}

/** Starts a healthy world: installed packages, well downloaded, without vulnerabilities. */
export function startOutside(
  { installed = `${import.meta.dirname}/../../../node_modules`, repositories = [] }:
    OutsideOptions = {},
): Outside {
  const osv = startOsv();
  const npm = startNpm((name) => installedPackage(installed, name));
  const downloads = startDownloads(1_000_000);
  const hosts = {
    "github.com": startHost("github.com"),
    "gitlab.com": startHost("gitlab.com"),
    "codeberg.org": startHost("codeberg.org"),
    "bitbucket.org": startHost("bitbucket.org"),
  };
  for (const repository of repositories) {
    const { host, pathname } = new URL(repository);
    hosts[host as HostName].set(pathname.slice(1), "public");
  }
  return {
    osv,
    npm,
    downloads,
    hosts,
    env: {
      SVC_OSV_URL: osv.url,
      // A busy machine may make these late, which no test is about.
      SVC_LOOKUP_MS: "60000",
      SVC_NPM_REGISTRY_URL: npm.url,
      SVC_NPM_DOWNLOADS_URL: downloads.url,
      SVC_GITHUB_API_URL: hosts["github.com"].url,
      SVC_GITLAB_API_URL: hosts["gitlab.com"].url,
      SVC_CODEBERG_API_URL: hosts["codeberg.org"].url,
      SVC_BITBUCKET_API_URL: hosts["bitbucket.org"].url,
    },
    async [Symbol.asyncDispose]() {
      const all = [osv, npm, downloads, ...Object.values(hosts)];
      await Promise.all(all.map((service) => service[Symbol.asyncDispose]()));
    },
  };
}

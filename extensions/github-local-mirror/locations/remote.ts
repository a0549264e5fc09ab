import { apiBaseUrl, PUBLIC_API } from "../../platform/base_url.ts";
import { isLoopback } from "../../platform/loopback.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { gitOrigin } from "../../platform/git/environment.ts";
import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { checkedAddress } from "./address.ts";

/** Where the mirror's git and API requests go. */
export interface Remote {
  remoteUrl: string;
  /** As the client wants it, without a trailing slash. */
  apiBaseUrl: string;
}

/**
 * The addresses of a repository. The API's follows the host of `gitRemoteUrl`, over https also for an
 * ssh address. Without one, and for a `file:` address, which has no host, it is that of
 * `GITHUB_API_URL`, else the public one, and what is fetched is at the API's host.
 *
 * @throws PlatformFailure `wrong_base_url` for what `GITHUB_API_URL` must not be; `refused` for an
 *   address that is none of https, ssh, file (http is for loopback), holds a password, or names another
 *   repository
 */
export function remoteOf(name: RepositoryName, gitRemoteUrl?: string): Remote {
  if (gitRemoteUrl === undefined) {
    const api = apiBaseUrl();
    return { remoteUrl: `${gitOrigin(api)}/${fullName(name)}.git`, apiBaseUrl: api };
  }
  const address = checkedAddress("gitRemoteUrl", gitRemoteUrl);
  if (address.protocol !== "file:") assertNames(address.path, name);
  return { remoteUrl: address.text, apiBaseUrl: apiOf(address.protocol, address.host) };
}

/** The API of a host; `host` has the port. */
function apiOf(protocol: string, host: string): string {
  if (protocol === "file:") return apiBaseUrl();
  // Of ssh, the port is not that of the API.
  const web = protocol === "ssh:" ? host.replace(/:\d+$/, "") : host;
  if (/^(?:ssh\.|www\.)?github\.com$/.test(web)) return PUBLIC_API;
  if (/^[a-z0-9-]+\.ghe\.com$/.test(web)) return `https://api.${web}`;
  const scheme = protocol === "http:" && isLoopback(new URL(`http://${web}`).hostname);
  return `${scheme ? "http" : "https"}://${web}/api/v3`;
}

/** Commits of one repository under the pull requests of another would be believed. */
function assertNames(path: string, name: RepositoryName): void {
  const last = path.replace(/\/+$/, "").replace(/\.git$/i, "").split("/").slice(-2).join("/");
  if (last.toLowerCase() === fullName(name).toLowerCase()) return;
  throw new PlatformFailure("refused", {
    reason: `gitRemoteUrl does not end with ${fullName(name)}.git, the repository of this behavior`,
    hint: "Correct 'owner' and 'repo', or the address",
  });
}

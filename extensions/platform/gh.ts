import { type Client, type ConnectOptions, openClient } from "./client.ts";
import { PlatformFailure } from "./failure.ts";
import { runGh } from "./gh_process.ts";
import { readIncluded } from "./gh_answer.ts";
import { isRead, type Transport } from "./transport.ts";

/** What a client that goes through the local program needs to know. */
export type ConnectLocalOptions = Omit<ConnectOptions, "token" | "baseUrl"> & {
  /** Name or path of the program; `gh` unless given. */
  program?: string | undefined;
};

/**
 * The same client as `connect`, but each request is made by a person's own `gh`, so that no token
 * passes through here. `GH_HOST` names another host than github.com, as it does for `gh`.
 *
 * Requests fail with `unauthorized` when nobody is logged in, and with `no_program` without `gh`.
 *
 * @throws PlatformFailure `wrong_base_url` when `GH_HOST` is not a host name.
 */
export function connectLocal(options: ConnectLocalOptions): Client {
  const host = ghHost();
  const program = options.program ?? "gh";
  return openClient(options, ghBaseUrl(host), ghTransport(program, host));
}

/** The host whose API `gh` is asked for. */
export function ghHost(): string {
  const host = Deno.env.get("GH_HOST")?.trim().toLowerCase() || "github.com";
  if (/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?$/.test(host)) return host;
  throw new PlatformFailure("wrong_base_url", {
    reason: "GH_HOST is not the name of a host",
    hint: "Write one such as github.example.com, or unset it",
  });
}

/** Where `gh` finds the API of a host; used to name paths, the program chooses the address. */
function ghBaseUrl(host: string): string {
  return `https://${host === "github.com" ? "api.github.com" : `${host}/api/v3`}`;
}

/** Sends a request as `gh api`. Only the path is passed on, so no answer can lead to another host. */
function ghTransport(program: string, host: string): Transport {
  return async (url, { method, headers, body, signal }) => {
    const args = ["api", "--method", method, "--hostname", host, "--include"];
    for (const [name, value] of Object.entries(headers)) {
      if (!OWN_HEADERS.has(name.toLowerCase())) args.push("--header", `${name}: ${value}`);
    }
    // A write without a body gets an empty one, or `gh` would follow its redirect.
    if (body !== undefined || !isRead(method)) args.push("--input", "-");
    args.push(pathOf(url, host));
    const { stdout, failed } = await runGh(program, host, args, body ?? "", signal);
    const answer = readIncluded(stdout);
    // It fails with a refusal, and with a success whose body did not come to its end.
    if (failed && answer.ok) {
      throw new PlatformFailure("unavailable", { reason: "the answer broke off" });
    }
    return answer;
  };
}

/** What `gh` says itself; a token never comes into its arguments. */
const OWN_HEADERS: ReadonlySet<string> = new Set(["authorization", "content-length", "host"]);

/** Path and query as `gh api` takes them: it would replace `{owner}` and `:owner` by a repository. */
function pathOf(url: string, host: string): string {
  const { pathname, search } = new URL(url);
  const path = host === "github.com" ? pathname : pathname.replace(/^\/api\/v3(?=\/)/, "");
  return (path + search).replaceAll("{", "%7B").replaceAll("}", "%7D").replaceAll(":", "%3A");
}

import { type Client, type ConnectOptions, openClient } from "./client.ts";
import { PlatformFailure } from "./failure.ts";
import { runProgram } from "./program.ts";
import { terminalLine } from "./terminal.ts";
import { ANSWER_TIMEOUT_MS, isRead, type Transport } from "./transport.ts";

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
function ghHost(): string {
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
      throw new PlatformFailure("unavailable", { reason: "the response is incomplete" });
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

/** Headers that describe the transfer between `gh` and the platform, which has ended. */
const OF_THE_TRANSFER: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "transfer-encoding",
]);

/** Answers that have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * What `gh api --include` printed, as an answer: a status line, headers, an empty line, the body.
 *
 * @throws PlatformFailure `unavailable` when it is not of that form.
 */
function readIncluded(output: Uint8Array): Response {
  const head = endOfHead(output);
  const lines = new TextDecoder().decode(output.subarray(0, head.start)).split(/\r?\n/);
  const status = Number(/^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(lines[0] ?? "")?.[1]);
  if (!(status >= 200 && status <= 599)) {
    throw new PlatformFailure("unavailable", { reason: "gh printed no answer" });
  }
  const headers = new Headers();
  for (const line of lines.slice(1)) {
    const [, name, value] = /^([A-Za-z0-9-]+): ?(.*)$/.exec(line) ?? [];
    if (name === undefined || OF_THE_TRANSFER.has(name.toLowerCase())) continue;
    headers.append(name, value ?? "");
  }
  const body = WITHOUT_BODY.has(status) ? null : output.slice(head.end);
  return new Response(body, { status, headers });
}

const LF = 10;
const CR = 13;

/** Where the head ends and the body starts: at the first empty line, ended by LF or CRLF. */
function endOfHead(output: Uint8Array): { start: number; end: number } {
  for (let at = output.indexOf(LF); at >= 0; at = output.indexOf(LF, at + 1)) {
    const next = output[at + 1] === CR ? at + 2 : at + 1;
    if (output[next] === LF) return { start: at + 1, end: next + 1 };
  }
  return { start: output.length, end: output.length };
}

/** Variables that make a person's login work, passed on when the method was granted them. */
const PASSED_ON = [
  "PATH",
  "HOME",
  "GH_CONFIG_DIR",
  "XDG_CONFIG_HOME",
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_ENTERPRISE_TOKEN",
] as const;

/** `gh` ends with this when nobody is logged in. */
const NOT_LOGGED_IN = 4;

/**
 * Runs `gh` and gives what it printed, also when the platform refused the request; `failed` when it
 * did not end well.
 *
 * @param input goes to its standard input
 * @throws PlatformFailure `no_program`, `unauthorized` or `unavailable`; the signal's reason when
 *   the run is aborted.
 */
async function runGh(
  program: string,
  host: string,
  args: string[],
  input: string | Uint8Array,
  signal?: AbortSignal,
): Promise<{ stdout: Uint8Array; failed: boolean }> {
  const env = environment();
  const { code, stdout, stderr } = await runProgram(program, {
    args,
    env,
    input,
    signal,
    timeoutMs: ANSWER_TIMEOUT_MS,
    install: "the GitHub CLI (package 'gh')",
  });
  if (stdout.length > 0) return { stdout, failed: code !== 0 };
  if (code === NOT_LOGGED_IN) {
    throw new PlatformFailure("unauthorized", {
      reason: `gh is not logged in to ${host}`,
      hint: `Run 'gh auth login --hostname ${host}'`,
    });
  }
  throw new PlatformFailure("unavailable", { reason: `gh failed, ${said(stderr, env)}` });
}

function environment(): Record<string, string> {
  const env: Record<string, string> = {
    GH_PROMPT_DISABLED: "1",
    GH_NO_UPDATE_NOTIFIER: "1",
    NO_COLOR: "1",
  };
  for (const name of PASSED_ON) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** The first line `gh` wrote about a failure, without any token of its environment. */
function said(stderr: Uint8Array, env: Record<string, string>): string {
  let text = new TextDecoder().decode(stderr.subarray(0, 4096));
  for (const [name, value] of Object.entries(env)) {
    if (name.endsWith("TOKEN") && value !== "") text = text.replaceAll(value, "***");
  }
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "without a message";
  return terminalLine(line).slice(0, 200);
}

import { SvcError } from "@svc/core/error";
import { VERSION } from "@svc/core/release";
import type { OfferedClient } from "@svc/core/wire";
import { readText } from "../client/body.ts";
import { call } from "../client/call.ts";
import type { Context } from "../frame/command.ts";
import type { Installation } from "./installation.ts";

/** The longest script that is taken, in bytes; ours has a tenth of it. */
const LONGEST = 128 * 1024;

/** Characters that are kept of what the script writes to stderr. */
const KEPT = 4096;

type Installed = Extract<Installation, { by: "install.sh" }>;

/**
 * Replaces this client by running the registry's own `install.sh`, which checks what it downloads and
 * changes nothing before the new client has started.
 *
 * @throws SvcError `externally_managed` when the link in `~/.local/bin` leads to another client,
 *   `upgrade_failed` with what the script said
 */
export async function runInstallScript(
  { context, own, registry, offered }: {
    context: Pick<Context, "host" | "json" | "quiet" | "note" | "progress">;
    own: Installed;
    registry: string;
    offered: OfferedClient;
  },
): Promise<void> {
  const { host, quiet, json } = context;
  await assertLinked(own, host.env("HOME"), registry);
  const script = await context.progress.phase(
    "Fetching install.sh",
    async () =>
      await readText(await call({ serverUrl: registry }, { path: "/install.sh" }), LONGEST),
  );
  const { version, sha256 } = offered;
  for (const line of [`  version='${version}'`, `  package_sum='${sha256}'`]) {
    if (script.split("\n").includes(line)) continue;
    throw failed(`install.sh of ${registry} is not for svc ${version}`, "Try again in a moment.");
  }
  // Its bar needs the terminal itself.
  const stderr = host.stderrIsTerminal && !quiet && !json ? "inherit" : "piped";
  const child = new Deno.Command("/bin/sh", {
    cwd: "/",
    clearEnv: true,
    env: { ...withoutOwn(Deno.env.toObject()), XDG_DATA_HOME: own.dataHome },
    stdin: "piped",
    stdout: "piped",
    stderr,
  }).spawn();
  // A shell that has given up reads no further; what it said is the reason.
  const fed = new Response(script).body!.pipeTo(child.stdin).catch(() => {});
  const [status, said] = await Promise.all([
    child.status,
    stderr === "piped" ? lastOf(child.stderr) : "",
    noteLines(child.stdout, json ? () => {} : context.note),
    fed,
  ]);
  if (status.success) return;
  const [, error, hint] = /^error: (.*)\nhint: (.*)$/m.exec(said) ?? [];
  throw failed(
    error ?? (said.trim().split("\n").at(-1) || "install.sh stopped, as it says above"),
    hint ?? "Run 'svc upgrade' again.",
  );
}

/** Another person's client, or one that was installed for another home folder, is not this one. */
async function assertLinked(own: Installed, home = "", registry: string): Promise<void> {
  const link = `${home}/.local/bin/svc`;
  const target = await Deno.readLink(link).catch(() => undefined);
  if (target === `${own.root}/bin/svc.sh`) return;
  throw new SvcError(
    "externally_managed",
    `${link} does not lead to the svc that runs, which is ${own.root}`,
    {
      hint:
        `Run 'svc upgrade' as whoever installed it, or install your own: open ${registry}/install.`,
    },
  );
}

/** What svc reads, keys among it, is not for a script. */
function withoutOwn(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("SVC_")));
}

async function noteLines(
  stream: ReadableStream<Uint8Array>,
  note: (line: string) => void,
): Promise<void> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream() as never)) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop()!;
    // A login is not what comes next here.
    for (const line of lines) if (!line.startsWith("Next: ")) note(line);
  }
}

async function lastOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let kept = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream() as never)) {
    kept = (kept + chunk).slice(-KEPT);
  }
  return kept;
}

function failed(why: string, hint: string): SvcError {
  return new SvcError("upgrade_failed", `svc ${VERSION} was not replaced: ${why}`, { hint });
}

import type { LogLine, Written } from "./fake_context.ts";

/** The variable by which `svc extension test` says how it is started: a list, as JSON. */
const CLIENT = "SVC_TEST_CLIENT";

/** What to run in the sandbox. */
export interface SandboxOptions {
  /** The manifest: `import.meta.resolve("./manifest.yaml")`, or a path. */
  manifest: string;
  method: string;
  /** Arguments of the method and of the type together. */
  args?: Record<string, unknown>;
  /** The type, when the extension has several. */
  type?: string;
}

/** What a run in the sandbox did. */
export interface SandboxRun {
  written: Written[];
  /** Files by output and name, without their content. */
  files: { output: string; name: string; size: number }[];
  logs: LogLine[];
}

/** A run that was refused, or whose method failed. */
export class SandboxError extends Error {
  override readonly name = "SandboxError";
  /** The stable code, such as `run_failed` or `permission_denied`. */
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Runs a method as svc does: bundled, in a process of its own, with the permissions that the manifest
 * declares and nothing else, in a repository that is removed afterwards.
 *
 * @throws SandboxError with the code of the refusal
 */
export async function runInSandbox(options: SandboxOptions): Promise<SandboxRun> {
  const { manifest, method, args = {}, type } = options;
  const path = manifest.startsWith("file:")
    ? decodeURIComponent(new URL(manifest).pathname)
    : manifest;
  const [command, ...first] = client();
  const child = new Deno.Command(command!, {
    args: [
      ...first,
      ...["extension", "run", method, path, "--json", "--stdin"],
      ...(type === undefined ? [] : ["--type", type]),
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(args)));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (success) return JSON.parse(new TextDecoder().decode(stdout));
  throw refusal(new TextDecoder().decode(stderr));
}

function client(): string[] {
  const said = Deno.permissions.querySync({ name: "env", variable: CLIENT }).state === "granted"
    ? Deno.env.get(CLIENT)
    : undefined;
  return said === undefined ? ["svc"] : JSON.parse(said);
}

function refusal(stderr: string): SandboxError {
  try {
    const { error, code } = JSON.parse(stderr.slice(stderr.indexOf("{")));
    return new SandboxError(String(error), String(code));
  } catch {
    return new SandboxError(stderr.trim() || "svc ended without a message", "internal");
  }
}

import { parsedJson } from "@svc/core/json";

/** What a finished `svc` said with `--json`. */
export interface Answer {
  ok: boolean;
  /** Its result; empty when it has none. */
  value: Record<string, unknown>;
  /** What went wrong and how to fix it; empty when nothing did. */
  problem: string;
}

const root = await Deno.realPath(`${import.meta.dirname}/../..`);

/** Runs the client of this checkout, with the login of whoever calls, and reads its answer. */
export async function svc(args: readonly string[], stdin?: string): Promise<Answer> {
  const child = new Deno.Command(`${root}/bin/svc`, {
    args: [...args, "--json"],
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { success, stdout, stderr } = await child.output();
  const value = parsedJson(new TextDecoder().decode(stdout)) as Answer["value"] | undefined;
  const said = new TextDecoder().decode(stderr).trim();
  return { ok: success, value: value ?? {}, problem: success ? "" : problemOf(said) };
}

/** The error and the hint of what was said on standard error, or all of it. */
function problemOf(said: string): string {
  const { error, hint } =
    (parsedJson(said.slice(Math.max(said.indexOf("{"), 0))) ?? {}) as Answer["value"];
  if (typeof error !== "string") return said || "svc ended without a word";
  return typeof hint === "string" ? `${error}. ${hint}` : error;
}

import assert from "node:assert/strict";
import type { Person } from "./svc.ts";

const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

/** The commands of a page of the manual, a block each, in their order. */
export async function commandsOf(page: string): Promise<string[]> {
  const text = await Deno.readTextFile(`${root}/docs/${page}.md`);
  return [...text.matchAll(/^(`{3,})sh\n([\s\S]*?)^\1$/gm)].map((match) => match[2]!);
}

/**
 * Runs commands in a person's shell, which ends at the first that fails, with `svc` in their path.
 *
 * @param flags of bash
 */
export async function runCommands(
  person: Pick<Person, "work" | "env">,
  script: string,
  flags: string,
): Promise<{ text: string; stdout: Uint8Array; stderr: Uint8Array }> {
  const shell = new Deno.Command("bash", {
    args: [flags, "pipefail", "-c", script],
    cwd: person.work,
    clearEnv: true,
    env: { ...person.env, PATH: `${root}/bin:${person.env["PATH"]}` },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const { success, stdout, stderr } = await shell.output();
  const text = new TextDecoder().decode(stdout);
  assert.ok(success, `${text}\n${new TextDecoder().decode(stderr)}`);
  return { text, stdout, stderr };
}

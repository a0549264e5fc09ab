import type { Host } from "./host.ts";

/** What a shell answers for a program that is not there or cannot be started. */
const NOT_STARTED: readonly number[] = [126, 127];

/** What `less` does where the person has not said: end on one screen, show colours, leave the screen. */
const LESS = "FRX";

/**
 * The command that long output goes through: `SVC_PAGER`, else `PAGER`, else `less`; undefined where
 * that is empty or `cat`, in CI, and on a terminal without cursor movements.
 */
export function pagerOf(env: Host["env"]): string | undefined {
  if (env("CI") || env("TERM") === "dumb") return undefined;
  const pager = (env("SVC_PAGER") ?? env("PAGER") ?? "less").trim();
  return pager === "" || pager === "cat" ? undefined : pager;
}

/** True for a text that a terminal cannot show at once, with the line below it for the next command. */
export function isLong(text: string, { rows, columns }: Pick<Host, "rows" | "columns">): boolean {
  if (rows === 0) return false;
  let used = 0;
  for (const line of text.replace(/\n$/, "").split("\n")) {
    // deno-lint-ignore no-control-regex
    const shown = line.replace(/\x1b\[\d+m/g, "").length;
    used += Math.max(1, Math.ceil(shown / columns));
    if (used >= rows) return true;
  }
  return false;
}

/**
 * Writes a result to the terminal through a pager. One that ends before it has read all is not a
 * failure; without the program the text is written as it is.
 */
export async function page(text: string, pager: string, host: Host): Promise<void> {
  // Ctrl-C is the pager's while it has the terminal, as with git: the shell would have it back too early.
  const leave = () => {};
  Deno.addSignalListener("SIGINT", leave);
  try {
    // What stands in the variable is a command of the person's shell, as for git.
    const child = new Deno.Command("sh", {
      args: ["-c", pager],
      env: { LESS: host.env("LESS") ?? LESS, LV: host.env("LV") ?? "-c" },
      stdin: "piped",
      stdout: "inherit",
      stderr: "inherit",
    }).spawn();
    const given = (async () => {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(text));
      await writer.close();
    })().catch((error) => {
      if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
    });
    const { code } = await child.status;
    await given;
    if (NOT_STARTED.includes(code)) host.stdout(text);
  } finally {
    Deno.removeSignalListener("SIGINT", leave);
  }
}

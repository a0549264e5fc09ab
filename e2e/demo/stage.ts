import type { Person, SvcOptions } from "../process/svc.ts";

/** What the demo shows of itself on stdout. */
export interface Stage {
  /** A heading: what happens next, numbered. */
  act(title: string): void;
  /** A line of explanation. */
  say(line: string): void;
  /**
   * Runs a real `svc` command, shows it as one would type it, and shows what it prints.
   *
   * @throws Error when it fails.
   */
  run(person: Person, args: readonly string[], options?: SvcOptions): Promise<void>;
}

/** A stage that writes as things happen. */
export function createStage(): Stage {
  const started = performance.now();
  let acts = 0;

  const act = (title: string) => {
    acts += 1;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    write(`\n${acts}. ${title}  (${seconds} s)\n`);
  };
  const say = (line: string) => write(`   ${line}\n`);

  return {
    act,
    say,
    async run(person, args, options = {}) {
      const piped = options.stdin === undefined ? "" : " < password";
      write(`   $ svc ${args.map(quoted).join(" ")}${piped}\n`);
      const { code, stdout, stderr } = await person.svc(args, options);
      for (const line of (stderr + stdout).trimEnd().split("\n")) {
        write(`   ${line}`.trimEnd() + "\n");
      }
      if (code !== 0) throw new Error(`svc ${args.join(" ")} ended with exit code ${code}`);
    },
  };
}

/** A word as a shell needs it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

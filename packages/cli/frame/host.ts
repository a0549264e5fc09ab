import { writeAll, writeResult } from "./write_all.ts";

/** The process around a command: streams, environment, folder. Tests give their own. */
export interface Host {
  /** Bytes to stdout: the result and nothing else. */
  stdout(text: string): void;
  /** Bytes to stderr: everything that is not the result. What cannot be written there is lost. */
  stderr(text: string): void;
  /** The whole of stdin as text. */
  stdin(): Promise<string>;
  /** The bytes of stdin; of more than `longest`, one more than that and no further ones. */
  stdinBytes(longest: number): Promise<Uint8Array>;
  env(name: string): string | undefined;
  readonly stdinIsTerminal: boolean;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  /** Columns of the terminal; 80 when it does not say. */
  readonly columns: number;
  /** Rows of the terminal; 0 when it does not say. */
  readonly rows: number;
  readonly cwd: string;
  /** The machine's name, for naming keys. */
  hostname(): string;
}

/** The real process. */
export function processHost(): Host {
  return {
    stdout: writeResult,
    stderr(text) {
      try {
        writeAll(Deno.stderr, text);
      } catch {
        // A terminal that was closed, a log on a full disk: what is told there must end no work.
      }
    },
    stdin: () => new Response(Deno.stdin.readable).text(),
    stdinBytes: (longest) => firstBytes(Deno.stdin.readable, longest + 1),
    env: (name) => Deno.env.get(name),
    get stdinIsTerminal() {
      return Deno.stdin.isTerminal();
    },
    get stdoutIsTerminal() {
      return Deno.stdout.isTerminal();
    },
    get stderrIsTerminal() {
      return Deno.stderr.isTerminal();
    },
    get columns() {
      try {
        return Deno.consoleSize().columns;
      } catch {
        return 80;
      }
    },
    get rows() {
      try {
        return Deno.consoleSize().rows;
      } catch {
        return 0;
      }
    },
    get cwd() {
      return Deno.cwd();
    },
    hostname: () => Deno.hostname(),
  };
}

async function firstBytes(stream: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const read = new Uint8Array(most);
  let length = 0;
  for await (const chunk of stream) {
    const taken = chunk.subarray(0, most - length);
    read.set(taken, length);
    length += taken.length;
    if (length === most) break;
  }
  return read.subarray(0, length);
}

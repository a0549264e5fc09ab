import { isSvcError, SvcError } from "@svc/core/error";
import { lazily } from "@svc/core/module";
import type { Command, Context } from "../frame/command.ts";
import { renderFailure } from "../frame/failure.ts";
import { isForeign } from "../frame/foreign.ts";
import type { Host } from "../frame/host.ts";
import { type Paint, paintFor } from "../frame/paint.ts";
import { lacksArgument, parseArguments, type Parsed } from "../frame/parse.ts";
import { progressFor } from "../frame/progress.ts";
import { messageText, singleLines, terminalText, visibleJson } from "../frame/terminal_text.ts";
import { VERSION } from "@svc/core/release";
import { isNoticeDue } from "../upgrade/notice_file.ts";
import type { Picked } from "../pick/pick.ts";
import type { CommandShape } from "../table/shape.ts";
import { find } from "./find.ts";

/**
 * Runs one command line and answers its exit code. Nothing is thrown.
 *
 * @param pick asks a person at the terminal for a name that they have left out
 */
export async function run(argv: readonly string[], host: Host, pick?: Pick): Promise<number> {
  const before = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined);
  const json = before.some((token) => /^--(?:json|jq)(?:=|$)/.test(token));
  const noColor = before.includes("--no-color");
  const errors = paintFor(host.stderrIsTerminal, noColor, host.env);
  const isAttended = host.stdinIsTerminal && host.stderrIsTerminal && !json && !host.env("CI");
  const exit = await runTold(argv, host, errors, {
    json,
    noColor,
    before,
    pick: isAttended ? pick : undefined,
  });
  const quiet = json || before.some((token) => token === "--quiet" || /^-\w*q/.test(token));
  if (host.stderrIsTerminal && !quiet && argv[0] !== "upgrade" && isNoticeDue(host)) {
    const { tellOfNewer } = await lazily<typeof import("../upgrade/notice.ts")>(
      import.meta,
      "../upgrade/notice.ts",
    );
    await tellOfNewer(host);
  }
  return exit;
}

/** Runs a command line, and tells of what it throws. */
async function runTold(
  argv: readonly string[],
  host: Host,
  errors: Paint,
  { json, noColor, before, pick }: {
    json: boolean;
    noColor: boolean;
    before: readonly string[];
    pick: Pick | undefined;
  },
): Promise<number> {
  try {
    return await dispatch(argv, host, errors, noColor, pick);
  } catch (thrown) {
    const verbose = before.some((token) => token === "--verbose" || /^-\w*v/.test(token));
    const { text, exit } = renderFailure(thrown, { json, verbose, paint: errors });
    host.stderr(text);
    return exit;
  }
}

async function dispatch(
  argv: readonly string[],
  host: Host,
  errors: Paint,
  noColor: boolean,
  ask: Pick | undefined,
): Promise<number> {
  const paint = () => paintFor(host.stdoutIsTerminal, noColor, host.env);
  if (argv[0] === "help") {
    const { help } = await lazily<typeof import("../help/command.ts")>(
      import.meta,
      "../help/command.ts",
    );
    return await help(argv.slice(1), host, paint());
  }
  const found = find(argv);
  if (found.kind === "group") {
    const { group } = await lazily<typeof import("../help/group.ts")>(
      import.meta,
      "../help/group.ts",
    );
    return await group(found.path, found.tokens, host, paint());
  }
  const shape = await found.shape();
  const parsed = await parsedOrPicked(found.path, found.tokens, shape, host, ask);
  if (parsed.globals.help) {
    const { printHelp } = await lazily<typeof import("../help/print.ts")>(
      import.meta,
      "../help/print.ts",
    );
    await printHelp(found.path, shape, host, paint());
    return 0;
  }
  if (parsed.globals.version && !("version" in (shape.options ?? {}))) {
    host.stdout(
      parsed.globals.json ? `${JSON.stringify({ version: VERSION })}\n` : `svc ${VERSION}\n`,
    );
    return 0;
  }
  const command = await found.load();
  const { json, jq, quiet, verbose } = parsed.globals;
  // Before the command does anything: a wrong expression is a wrong command line.
  const pick = jq === undefined ? undefined : await pickWith(jq, found.path, command, host);
  const progress = progressFor(host, !json && !quiet);
  const say = (line: string) => {
    progress.clear();
    host.stderr(`${messageText(line)}\n`);
  };
  const context: Context = {
    arguments: parsed.arguments as Context["arguments"],
    options: parsed.options as Context["options"],
    given: parsed.given,
    json,
    quiet,
    verbose,
    host,
    progress,
    note: (line) => quiet || say(line),
    warn: (line) => say(`${errors.yellow("warning:")} ${line}`),
  };
  for (const name of parsed.exposed) {
    context.warn(
      `--${name} on the command line can be seen by other programs and stays in the shell's ` +
        "history; leave it out to be asked, or give it on stdin",
    );
  }
  const [text, value] = await printed(command, context, paint());
  await write(pick === undefined ? text : pick(text), host);
  return command.exit?.(value, parsed.options) ?? 0;
}

/** Writes a result: one that is longer than the terminal through the person's pager. */
async function write(text: string, host: Host): Promise<void> {
  if (host.stdoutIsTerminal) {
    const { isLong, page, pagerOf } = await lazily<typeof import("../frame/pager.ts")>(
      import.meta,
      "../frame/pager.ts",
    );
    const pager = isLong(text, host) ? pagerOf(host.env) : undefined;
    if (pager !== undefined) return await page(text, pager, host);
  }
  host.stdout(text);
}

/**
 * What `--jq` prints of a result.
 *
 * @throws SvcError `usage` for a wrong expression, or a command whose result is not one document
 */
async function pickWith(
  expression: string,
  path: string,
  { streams }: Command,
  host: Host,
): Promise<(document: string) => string> {
  if (streams) {
    throw new SvcError(
      "usage",
      `'svc ${path}' prints as it goes, so --jq has no result to work on`,
      {
        hint: "Leave --jq out.",
      },
    );
  }
  const { jqFilter } = await lazily<typeof import("../jq/filter.ts")>(
    import.meta,
    "../jq/filter.ts",
  );
  return await jqFilter(expression, host.stdoutIsTerminal ? terminalText : undefined);
}

/** Runs a command. What a server gave for its result may be of another shape than svc knows. */
async function printed(
  command: Command,
  context: Context,
  paint: Paint,
): Promise<[string, unknown]> {
  try {
    const value = await command.run(context);
    if (command.streams) return ["", value];
    const text = context.json ? asJson(command, value) : asText(command, value, context, paint);
    return [text, value];
  } catch (error) {
    if (isSvcError(error) || !isForeign(context)) throw error;
    throw new SvcError("unavailable", "The server sent a result that svc cannot show", {
      hint: "The server may have another version of svc: compare 'svc --version' on both machines.",
      cause: error,
    });
  }
}

function asJson(command: Command, value: unknown): string {
  return visibleJson(JSON.stringify(command.json ? command.json(value) : value, null, 2)) + "\n";
}

function asText(command: Command, value: unknown, context: Context, paint: Paint): string {
  const { host, verbose, quiet, options } = context;
  const width = host.stdoutIsTerminal ? host.columns : 0;
  const text = command.text(singleLines(value, command.whole), {
    paint,
    verbose,
    quiet,
    width,
    options,
  });
  const ended = text === "" || text.endsWith("\n") || command.exact && !host.stdoutIsTerminal;
  const whole = ended ? text : `${text}\n`;
  // A pipe gets the exact bytes: data may be anything.
  return host.stdoutIsTerminal ? terminalText(whole) : whole;
}

/** What a person at the terminal picks for the argument that is missing behind these words. */
export type Pick = (words: readonly string[], host: Host) => Promise<Picked>;

/** Takes a command line apart. With `pick` a person picks the name that they have left out. */
async function parsedOrPicked(
  path: string,
  tokens: readonly string[],
  shape: CommandShape,
  host: Host,
  pick: Pick | undefined,
): Promise<Parsed> {
  const given = [...tokens];
  for (;;) {
    const parse = () => withHelpHint(path, () => parseArguments(given, shape, host.env));
    if (pick === undefined || !lacksArgument(given, shape, host.env)) return parse();
    const picked = await pick([...path.split(" "), ...given], host);
    if (picked.kind === "none") return parse();
    if (picked.kind === "left") {
      throw new SvcError("interrupted", "Cancelled: nothing was changed");
    }
    given.push(picked.name);
  }
}

function withHelpHint<T>(path: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof SvcError) || error.code !== "usage") throw error;
    const help = `'svc ${path} --help' shows what it takes.`;
    throw new SvcError("usage", error.message, {
      hint: error.hint === undefined ? help : `${error.hint} ${help}`,
    });
  }
}

import { SvcError } from "@svc/core/error";
import type { Context } from "./command.ts";
import type { Host } from "./host.ts";
import { lineText } from "./terminal_text.ts";

type Asking = Pick<Context, "json" | "host">;

/** True when a person can be asked: both ends are a terminal and the result is not for a program. */
export function canAsk({ json, host }: Asking): boolean {
  return !json && host.stdinIsTerminal && host.stderrIsTerminal;
}

/**
 * Asks for a yes. The default answer is no.
 *
 * @param answer the option that answers without asking, as `--yes`
 * @throws SvcError `cancelled` on a no; `interrupted` when the question is left; `usage` when this is
 *   not a terminal to ask at.
 */
export async function confirm(context: Asking, question: string, answer = "--yes"): Promise<void> {
  if (!canAsk(context)) {
    throw new SvcError("usage", `${question} This is not a terminal, so svc does not ask`, {
      hint: `Add ${answer} to go ahead.`,
    });
  }
  const { prompts, stderr } = await promptsOn(context.host);
  const said = await prompts.confirm({
    message: lineText(question),
    initialValue: false,
    output: stderr,
  });
  if (typeof said !== "boolean") throw left();
  if (!said) throw new SvcError("cancelled", "Cancelled: nothing was changed");
}

/**
 * Asks for a line of text, or for a secret that is not echoed.
 *
 * @throws SvcError `interrupted` when the question is left; `usage` when this is not a terminal to ask at.
 */
export async function ask(
  context: Asking,
  question: string,
  { secret = false, answer }: { secret?: boolean; answer: string },
): Promise<string> {
  if (!canAsk(context)) {
    throw new SvcError("usage", `${question}: this is not a terminal, so svc does not ask`, {
      hint: answer,
    });
  }
  const { prompts, stderr } = await promptsOn(context.host);
  const said = secret
    ? await prompts.password({ message: lineText(question), output: stderr })
    : await prompts.text({ message: lineText(question), output: stderr });
  if (typeof said !== "string") throw left();
  return said;
}

/**
 * Asks for one of several answers. The last one is chosen until another is.
 *
 * @param answers by what is returned, with the text that is shown
 * @throws SvcError `interrupted` when the question is left.
 */
export async function choose<Key extends string>(
  context: Asking,
  question: string,
  answers: Readonly<Record<Key, string>>,
): Promise<Key> {
  if (!canAsk(context)) throw new SvcError("usage", `${question}: this is not a terminal`);
  const { prompts, stderr } = await promptsOn(context.host);
  const keys = Object.keys(answers) as Key[];
  const said = await prompts.select<string>({
    message: lineText(question),
    options: keys.map((value) => ({ value, label: lineText(answers[value]) })),
    initialValue: keys.at(-1)!,
    output: stderr,
  });
  if (typeof said !== "string") throw left();
  return said as Key;
}

/** A name that can be picked. */
export interface Pickable {
  name: string;
  /** Shown beside the name that the person is at. */
  hint?: string;
}

/** Asks for one of several names, which typing narrows; undefined when the question is left. */
export async function pickOne(
  host: Host,
  question: string,
  names: readonly Pickable[],
): Promise<string | undefined> {
  const { prompts, stderr } = await promptsOn(host);
  const said = await prompts.autocomplete<string>({
    message: lineText(question),
    options: names.map(({ name, hint }) => ({
      value: name,
      label: lineText(name),
      ...(hint === undefined ? {} : { hint: lineText(hint) }),
    })),
    output: stderr,
  });
  return typeof said === "string" ? said : undefined;
}

/** One line of a list that is ticked. */
export interface Ticked<Value> {
  value: Value;
  label: string;
  /** Shown beside the line that the person is at. */
  hint?: string;
  /** True for one that has a tick until it is taken away. */
  ticked: boolean;
}

/**
 * Asks which of several lines are meant: none to all of them.
 *
 * @throws SvcError `interrupted` when the question is left.
 */
export async function tick<Value>(
  context: Asking,
  question: string,
  lines: readonly Ticked<Value>[],
): Promise<Value[]> {
  if (!canAsk(context)) throw new SvcError("usage", `${question}: this is not a terminal`);
  const { prompts, stderr } = await promptsOn(context.host);
  const said = await prompts.multiselect<number>({
    message: lineText(question),
    options: lines.map(({ label, hint }, value) => ({
      value,
      label: lineText(label),
      ...(hint === undefined ? {} : { hint: lineText(hint) }),
    })),
    initialValues: lines.flatMap(({ ticked }, index) => ticked ? [index] : []),
    required: false,
    output: stderr,
  });
  if (!Array.isArray(said)) throw left();
  return said.map((index) => lines[index]!.value);
}

/** The questions, as the terminal can show them. */
async function promptsOn(host: Host) {
  const { stderr } = await import("node:process");
  if (host.env("TERM") === "dumb") return { prompts: await import("./plain_prompts.ts"), stderr };
  const prompts = await import("@clack/prompts");
  // Ctrl-D, the end of input, leaves a question as Ctrl-C does.
  prompts.updateSettings({ aliases: { "\x04": "cancel" } });
  return { prompts, stderr };
}

/** Ctrl-C at a question ends the command as it would anywhere else. */
function left(): SvcError {
  return new SvcError("interrupted", "Cancelled: nothing was changed");
}

import { stdin } from "node:process";
import { writeAll } from "./write_all.ts";

/** A line that can be chosen. */
interface Option<Value> {
  value: Value;
  label: string;
}

// The questions of @clack/prompts, for a terminal that moves no cursor: each is written once and
// answered by a line. Undefined is the answer of Ctrl-C and of Ctrl-D, the end of input.

/** A yes or a no; Enter is a no. */
export async function confirm({ message }: { message: string }): Promise<boolean | undefined> {
  const said = await lineAfter(`${message} [y/N] `);
  return said === undefined ? undefined : /^\s*y(es)?\s*$/i.test(said);
}

/** A line of text. */
export const text = ({ message }: { message: string }): Promise<string | undefined> =>
  lineAfter(`${message}: `);

/** A line that is not echoed. */
export async function password({ message }: { message: string }): Promise<string | undefined> {
  stdin.setRawMode(true);
  try {
    return await lineAfter(`${message} (it is not shown): `);
  } finally {
    stdin.setRawMode(false);
    writeAll(Deno.stderr, "\n");
  }
}

/** One of several, by its number; Enter is the initial one. */
export async function select<Value>(
  { message, options, initialValue }: {
    message: string;
    options: readonly Option<Value>[];
    initialValue?: Value;
  },
): Promise<Value | undefined> {
  const initial = options.findIndex(({ value }) => value === initialValue) + 1;
  list(message, options.map(({ label }) => label));
  for (;;) {
    const said = await lineAfter(`Number${initial === 0 ? "" : ` [${initial}]`}: `);
    if (said === undefined) return undefined;
    const chosen = options[(said.trim() === "" ? initial : Number(said)) - 1];
    if (chosen !== undefined) return chosen.value;
  }
}

/** As {@linkcode select}: all are listed, and typing narrows nothing. */
export const autocomplete = select;

/** None to all of several, by their numbers; Enter is the initial ones. */
export async function multiselect<Value>(
  { message, options, initialValues }: {
    message: string;
    options: readonly Option<Value>[];
    initialValues: readonly Value[];
  },
): Promise<Value[] | undefined> {
  const mark = (value: Value) => initialValues.includes(value) ? "[x]" : "[ ]";
  list(message, options.map(({ value, label }) => `${mark(value)} ${label}`));
  for (;;) {
    const said = (await lineAfter("Numbers as 1,3; 0 for none; Enter for those with an x: "))
      ?.trim();
    if (said === undefined || said === "0") return said && [];
    if (said === "") return [...initialValues];
    const chosen = said.split(",").map((number) => options[Number(number) - 1]);
    if (chosen.every((one) => one !== undefined)) {
      return [...new Set(chosen.map(({ value }) => value))];
    }
  }
}

function list(message: string, labels: readonly string[]): void {
  const lines = labels.map((label, at) => `  ${at + 1}. ${label}\n`);
  writeAll(Deno.stderr, `${message}\n${lines.join("")}`);
}

/** What is typed until Enter. Where the terminal is raw, so that nothing is echoed, keys are keys. */
async function lineAfter(question: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const decoder = new TextDecoder();
  let text = "";
  const end = (said: string | undefined) => {
    if (said === undefined) writeAll(Deno.stderr, "\n");
    // At once: a read that begins after it would keep the process.
    stdin.off("data", take).off("end", leave).pause();
    Deno.removeSignalListener("SIGINT", leave);
    resolve(said);
  };
  const leave = () => end(undefined);
  const take = (typed: Uint8Array) => {
    for (const key of decoder.decode(typed, { stream: true })) {
      if (key === "\r" || key === "\n") return end(text);
      if (key === "\x03" || key === "\x04") return leave();
      text = key === "\x7f" || key === "\b" ? text.slice(0, -1) : text + key;
    }
  };
  Deno.addSignalListener("SIGINT", leave);
  stdin.on("data", take).on("end", leave).resume();
  // Last, as an answer may come as soon as it is shown.
  writeAll(Deno.stderr, question);
  return await promise;
}

import { defaultNote } from "../../packages/cli/help/page.ts";
import type { CommandEntry, OptionEntry } from "../../packages/cli/help/schema.ts";
import { commandSchema } from "../../packages/cli/help/schema.ts";
import { argumentUsage } from "../../packages/cli/help/usage.ts";
import { code, GENERATED, table } from "./text.ts";

/** The page of every command, from the command table that help is made from. */
export async function cliPage(): Promise<string> {
  const schema = await commandSchema();
  return `${GENERATED}
# Commands

\`svc <command> --help\` shows the same. The result goes to stdout, everything else to stderr;
\`--json\` prints the result as one JSON document and never asks. A list is an object, never a bare
array: its items are in one array, which is empty when there are none, and each command below that
lists names it, such as \`.extensions[]\`. Beside it are what was asked for (\`query\`), how many there
are in all (\`total\`), and whether more were found than are shown (\`limited\`, \`next\`).

\`--jq <expression>\` prints what [jq](https://jqlang.org/manual) picks of that document, without jq
installed: texts raw, everything else as JSON, each result on a line. It implies \`--json\`. A wrong
expression is a wrong command line (exit code 2), and the command is not run; one that fails on the
result says so with the same code. An expression reads no files and no variables, and gets at most
256 MB of memory.

On a terminal, a result that is longer than the screen goes through \`SVC_PAGER\`, else \`PAGER\`, else
\`less\` (with \`LESS=FRX\` unless \`LESS\` is set). \`SVC_PAGER=cat\` or an empty one switches that off, and so
does \`CI\`.

At a terminal, a behavior, method, run, extension, vault or key that is left out is picked from a list;
typing narrows it. With \`--json\`, \`--jq\` or \`CI\`, and without a terminal, what is missing is an error
(exit code 2). \`svc completions\` offers the same names in a shell.

## Options of every command

${options(schema.globalOptions)}
${schema.commands.map(command).join("\n")}`;
}

function command(entry: CommandEntry): string {
  const usage = [
    "svc",
    entry.path,
    ...entry.arguments.map(argumentUsage),
    ...(entry.options.length > 0 ? ["[options]"] : []),
  ].join(" ");
  const parts = [`## svc ${entry.path}\n`, `${entry.summary}.\n`, fence([usage])];
  if (entry.aliases.length > 0) {
    parts.push(`Also: ${entry.aliases.map((name) => code(`svc ${name}`)).join(", ")}.\n`);
  }
  if (entry.description !== undefined) parts.push(`${entry.description}\n`);
  if (entry.lists !== undefined) parts.push(`Items with \`--json\`: ${code(entry.lists)}.\n`);
  parts.push(`Credential: ${entry.credential}.\n`);
  if (entry.arguments.length > 0) {
    parts.push(table(
      ["Argument", "Meaning"],
      entry.arguments.map(({ name, summary, optional, ...one }) => [
        code(name),
        (optional ? `${summary} (optional)` : summary) + defaultNote(one),
      ]),
    ));
  }
  if (entry.options.length > 0) parts.push(options(entry.options));
  parts.push(
    fence(entry.examples.flatMap(({ command, does }) => [`# ${does}`, command])),
  );
  return parts.join("\n");
}

function options(entries: readonly OptionEntry[]): string {
  return table(
    ["Option", "Meaning"],
    entries.map((option) => [
      [
        ...(option.short === undefined ? [] : [code(`-${option.short}`)]),
        code(`--${option.name}${option.kind === "flag" ? "" : ` ${option.value ?? "<value>"}`}`),
      ].join(", "),
      [
        option.summary,
        ...(option.choices ? [`One of ${option.choices.join(", ")}`] : []),
        ...(option.kind === "list" ? ["May be given again"] : []),
        ...(option.required ? ["Required"] : []),
        ...(option.variable ? [`Also from ${option.variable}`] : []),
      ].join(". ") + defaultNote(option),
    ]),
  );
}

function fence(lines: readonly string[]): string {
  return `\`\`\`sh\n${lines.join("\n")}\n\`\`\`\n`;
}

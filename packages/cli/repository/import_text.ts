import type { ImportResult } from "@svc/runtime/import";
import { columns } from "../frame/columns.ts";
import { counted } from "../frame/counted.ts";

/** Files left out for one reason that are shown; `--json` has them all. */
const SHOWN = 20;

/** What `svc init --from` prints. */
export function importText(result: ImportResult): string {
  const { path, from, dryRun, behaviors, vaults, secrets, data, runs, extensionSources, leftOut } =
    result;
  const taken = columns([
    ["behaviors", String(behaviors.length)],
    [
      "data",
      `${counted(data.versions, "version")} of ${counted(data.items, "item")}, ${data.bytes} bytes`,
    ],
    ["records of runs", String(runs)],
    ["vaults", `${vaults.length}, with ${counted(secrets, "secret")}`],
    ["extension files", String(extensionSources.length)],
  ]);
  return [
    dryRun
      ? `Would import from ${from}:`
      : `${path} is a behavior repository, imported from ${from}:`,
    ...taken.map((line) => `  ${line}`),
    ...leftLines(leftOut),
    ...(dryRun
      ? [`Nothing was written. Without --dry-run it is written to ${path}.`]
      : nextLines(result)),
  ].join("\n");
}

/** What is left out for one reason stands together. */
function leftLines(leftOut: ImportResult["leftOut"]): string[] {
  if (leftOut.length === 0) return [];
  const groups = Map.groupBy(leftOut, ({ why, fix }) => `${why}\n${fix}`);
  return [
    "Not taken:",
    ...[...groups.values()].flatMap((group) => {
      const { path, why, fix } = group[0]!;
      if (group.length === 1) return [`  ${path}: ${why}`, `    ${fix}`];
      const more = group.length - SHOWN;
      return [
        `  ${group.length} files: ${why}`,
        ...group.slice(0, SHOWN).map(({ path }) => `    ${path}`),
        ...(more > 0 ? [`    and ${more} more; --json lists them`] : []),
        `    ${fix}`,
      ];
    }),
  ];
}

function nextLines({ path, nextSteps }: ImportResult): string[] {
  return ["Next:", ...[`cd ${path}`, ...nextSteps].map((step) => `  ${step}`)];
}

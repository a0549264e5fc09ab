import type { ImportResult } from "@svc/runtime/import";
import { columns } from "../frame/columns.ts";
import { counted } from "../frame/counted.ts";

/** Lines of what was left out that are shown; `--json` has them all. */
const SHOWN = 30;

/** What `svc init --from` prints. */
export function importText(result: ImportResult): string {
  const { path, from, dryRun, behaviors, vaults, secrets, data, extensionSources, leftOut } =
    result;
  const taken = columns([
    ["behaviors", String(behaviors.length)],
    [
      "data",
      `${counted(data.versions, "version")} of ${counted(data.items, "item")}, ${data.bytes} bytes`,
    ],
    ["vaults", `${vaults.length}, with ${counted(secrets, "secret")}`],
    ["extension files", String(extensionSources.length)],
  ]);
  return [
    dryRun
      ? `From ${from} would be taken:`
      : `${path} is a behavior repository, taken from ${from}:`,
    ...taken.map((line) => `  ${line}`),
    ...leftLines(leftOut),
    ...(dryRun
      ? [`Nothing was written. Without --dry-run it goes to ${path}.`]
      : nextLines(result)),
  ].join("\n");
}

function leftLines(leftOut: ImportResult["leftOut"]): string[] {
  if (leftOut.length === 0) return [];
  const shown = leftOut.slice(0, SHOWN).flatMap(({ path, why, fix }) => [
    `  ${path}: ${why}`,
    `    ${fix}`,
  ]);
  const more = leftOut.length - SHOWN;
  return ["Not taken:", ...shown, ...(more > 0 ? [`  and ${more} more; --json lists them`] : [])];
}

function nextLines({ path, nextSteps }: ImportResult): string[] {
  return ["Next:", ...[`cd ${path}`, ...nextSteps].map((step) => `  ${step}`)];
}

import { visibleName } from "@svc/core/text";
import { listFilesBelow, listFolder, lstatIfPresent } from "../base/files/read.ts";
import type { Layout } from "./layout.ts";
import type { LeftOut } from "./plan.ts";
import { plainFolder } from "./source.ts";

/** What is in the old tool's own folder, and is not looked at elsewhere: why it is not taken. */
const KINDS: readonly { names: RegExp; why: string; fix: string }[] = [
  {
    names: /bundles$|-evaluated$|^pulled-extensions$|_catalog\.|^run_tracker\.|^telemetry$|lock/,
    why: "the old tool made it from other files, and svc makes its own",
    fix: "Nothing is to be done.",
  },
  {
    names: /^workflow-runs$/,
    why: "svc does not run workflows",
    fix: "Keep the old folder to look them up.",
  },
  {
    names: /^(?:audit|logs)$/,
    why: "logs stay where they were made",
    fix: "Keep the old folder to look them up.",
  },
  {
    names: /^(?:_control|serve\..*)$/,
    why: "it belongs to the server of the old tool",
    fix: "'svc serve --help' says how to set up svc's, 'svc serve token create' makes its tokens.",
  },
];

const OTHER = { why: "svc has no place for it", fix: "Keep the old folder if you need it." };

/** Each part of the old tool's own folder that is not taken, with the number of its files. */
export async function planState(root: string, layout: Layout): Promise<LeftOut[]> {
  const { state } = layout;
  const folder = await plainFolder(root, state);
  if (typeof folder !== "string") return [];
  const known = [
    "data",
    "outputs",
    "secrets",
    ...[...layout.definitions.map(({ from }) => from), ...layout.vaults]
      .concat(layout.left.map(({ path }) => path))
      .filter((path) => path.startsWith(`${state}/`))
      .map((path) => path.slice(state.length + 1)),
  ];
  const found: LeftOut[] = [];
  if (await lstatIfPresent(`${root}/${state}-sources.yaml`) !== undefined) {
    found.push({
      path: `${state}-sources.yaml`,
      why: "it names folders of extensions elsewhere",
      fix: "'svc extension link <folder>' uses one of them.",
    });
  }
  for (const { name, isDirectory } of await listFolder(folder)) {
    if (known.includes(name)) continue;
    const { why, fix } = KINDS.find(({ names }) => names.test(name)) ?? OTHER;
    const files = isDirectory ? (await listFilesBelow(`${folder}/${name}`)).length : 1;
    if (files === 0) continue;
    const path = visibleName(`${state}/${name}`);
    found.push({ path, why: isDirectory ? `${why} (files: ${files})` : why, fix });
  }
  return found;
}

import { foldName, nameProblem, visibleName } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { LARGEST } from "../repository/definitions/files.ts";
import { inspectDefinition } from "../repository/definitions/read.ts";
import type { Layout } from "./layout.ts";
import type { ImportPlan, LeftOut, TakenBehavior } from "./plan.ts";
import { isView, readRegular, sourceFiles } from "./source.ts";

/**
 * The behaviors of an old repository. Of two with one name, one id, or one place here, the first is
 * taken.
 */
export async function planBehaviors(
  root: string,
  layout: Layout,
): Promise<Pick<ImportPlan, "behaviors" | "leftOut">> {
  const behaviors: TakenBehavior[] = [];
  const leftOut: LeftOut[] = [];
  const taken = new Map<string, string>();
  for (const { from, to } of layout.definitions) {
    for (const { path, why, target } of await sourceFiles(root, from)) {
      if (isView(layout, target) || path.endsWith("upstream_extensions.json")) continue;
      const place = visibleName(path === "" ? from : `${from}/${path}`);
      if (why === undefined && !/\.ya?ml$/.test(path)) {
        leftOut.push({ path: place, why: "it is not a YAML file", fix: BY_HAND });
        continue;
      }
      const behavior = why === undefined
        ? await readBehavior(root, { from: `${from}/${path}`, to: `${to}/${path}` })
        : { path: place, why, fix: "Replace it by the file that it stands for." };
      if ("why" in behavior) {
        leftOut.push(behavior);
        continue;
      }
      const foreign = isInternal(layout, behavior);
      const other = keysOf(behavior).map((key) => taken.get(key)).find(Boolean);
      if (foreign || other !== undefined) {
        leftOut.push(
          foreign
            ? { path: place, why: `its type ${behavior.type} is ${layout.tool}'s own`, fix: NO_FIX }
            : {
              path: place,
              why: `it has the name, the id or the place of ${other}`,
              fix: "Give it a name and an id of its own in the old folder, and import again.",
            },
        );
        continue;
      }
      for (const key of keysOf(behavior)) taken.set(key, place);
      behaviors.push(behavior);
    }
  }
  return { behaviors, leftOut };
}

const BY_HAND = "Copy it by hand if you need it.";
const NO_FIX = "Nothing to do: svc has no equivalent.";

/** By which two behaviors are told apart, also on disks that ignore case. */
function keysOf({ name, id, to }: TakenBehavior): string[] {
  return [`name ${name}`, `id ${id.toLowerCase()}`, `place ${foldName(to)}`];
}

/** Grants, groups and tokens that the old tool keeps as definitions. */
function isInternal({ tool }: Layout, { normalized }: TakenBehavior): boolean {
  return normalized.startsWith(`${tool.toLowerCase()}/`);
}

async function readBehavior(
  root: string,
  { from, to }: { from: string; to: string },
): Promise<TakenBehavior | LeftOut> {
  const bytes = await readRegular(`${root}/${from}`, LARGEST);
  const fix = "Correct the file in the old folder, and import again.";
  if (!(bytes instanceof Uint8Array)) return { path: from, why: bytes.why, fix };
  const { definition, problems } = await inspectDefinition(new TextDecoder().decode(bytes));
  if (definition === undefined) {
    const [{ message, line } = { message: "it is not a behavior" }] = problems;
    return { path: line === undefined ? from : `${from}:${line}`, why: message, fix };
  }
  const { name, type, id } = definition;
  const normalized = normalizeType(type);
  // Both become folders of its data.
  const parts = [...normalized.split("/"), id];
  if (parts.some((part) => part === "" || part === "." || part === "..")) {
    return { path: from, why: "its type or id is not part of a path", fix };
  }
  return { from, to: placeOf(to, { name, normalized }), name, type, normalized, id };
}

/** Earlier releases named the files by the id; people look for the name. */
function placeOf(to: string, { name, normalized }: { name: string; normalized: string }): string {
  const end = to.lastIndexOf("/");
  if (!UUID_FILE.test(to.slice(end + 1)) || nameProblem(name) !== undefined) return to;
  if (!/^[\w-][\w.-]*$/.test(name)) return to;
  const folder = to.startsWith(".svc/") ? ".svc/auto-definitions" : "behaviors";
  return `${folder}/${normalized}/${name}.yaml`;
}

const UUID_FILE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.ya?ml$/i;

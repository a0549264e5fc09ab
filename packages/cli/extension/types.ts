import { SvcError } from "@svc/core/error";
import { entryPoints } from "@svc/runtime/describe";
import type { CollectedSources } from "@svc/runtime/sources";
import { checkTypes, type TypeCheck } from "@svc/runtime/type-check";
import type { AuthorPaths } from "./author_paths.ts";

/** Type errors told at once; a wrong name can make hundreds. */
const SHOWN = 20;

/** Checks the types of what an extension publishes; the places are those of the author's own files. */
export async function typesOf(
  { files, manifest, compilerOptions }: CollectedSources,
  places: AuthorPaths,
): Promise<TypeCheck> {
  const entries = entryPoints(manifest).map(({ kind, file }) => `${kind}/${file}`);
  const found = await checkTypes(files, entries, { compilerOptions });
  const own = (list: TypeCheck["errors"]) =>
    places.findings(list).map((one) => ({ ...one, message: places.text(one.message) }));
  return {
    ...found,
    errors: own(found.errors),
    warnings: own(found.warnings),
    ...(found.problem === undefined ? {} : { problem: places.text(found.problem) }),
  };
}

/** What to say of types that could not be checked. */
export function uncheckedLine({ outcome, problem }: TypeCheck): string | undefined {
  return outcome === "notRun" ? `Types could not be checked: ${problem}` : undefined;
}

/** Refuses to publish type errors. @throws SvcError `type_errors` */
export function assertTyped(name: string, { errors }: TypeCheck): void {
  if (errors.length === 0) return;
  const more = errors.length - SHOWN;
  throw new SvcError(
    "type_errors",
    `${name} has ${errors.length} type ${errors.length === 1 ? "error" : "errors"}` +
      (more > 0 ? `; the first ${SHOWN}` : ""),
    {
      details: errors.slice(0, SHOWN).map(({ place, message }) => ({ path: place, message })),
      hint: "Fix them; 'svc extension check' shows all. --no-check publishes without this check.",
    },
  );
}

import { type ErrorDetail, SvcError } from "@svc/core/error";
import type { Contents } from "@svc/core/descriptor";
import { parseExtensionName } from "@svc/core/name";
import { isTypeOf } from "@svc/core/type";
import type { Archive } from "@svc/scorecard/archive";
import { checkSafety } from "@svc/scorecard/safety";

/** Name and version that a push announced. */
export interface Announced {
  name: string;
  version: string;
}

/**
 * Checks that an archive is what was announced and may be published under its name.
 *
 * @throws SvcError `rule_refused` (other name or version, names of another collective),
 *   `archive_unsafe` (safety errors), each with its places
 */
export function examine(
  { manifest, files }: Pick<Archive, "manifest" | "files">,
  contents: Contents,
  announced: Announced,
): void {
  if (manifest.name !== announced.name || manifest.version !== announced.version) {
    throw new SvcError(
      "rule_refused",
      `The archive is ${manifest.name}@${manifest.version}, ` +
        `but ${announced.name}@${announced.version} was announced`,
      { hint: "Push again with 'svc extension push'." },
    );
  }
  refuseForeignNames(contents, manifest.name);
  const { errors } = checkSafety(files, manifest);
  if (errors.length > 0) {
    throw new SvcError("archive_unsafe", `The archive fails ${errors.length} safety check(s)`, {
      hint: "'svc extension push --dry-run' runs the same checks.",
      details: errors.map(({ place, message }) => ({ path: place, message })),
    });
  }
}

/** Every type, report and workflow an extension defines must be its collective's (reference wire 4). */
function refuseForeignNames(contents: Contents, name: string): void {
  const { collective } = parseExtensionName(name);
  const details: ErrorDetail[] = [
    ...(["models", "vaults", "datastores", "drivers"] as const).flatMap((kind) =>
      contents[kind].map(({ file, type }) => ({ path: `${kind}/${file}`, type }))
    ),
    ...(["reports", "workflows"] as const).flatMap((kind) =>
      contents[kind].map(({ file, name: type }) => ({ path: `${kind}/${file}`, type }))
    ),
  ].filter(({ type }) => !isTypeOf(type, collective)).map(({ path, type }) => ({
    path,
    message: `'${type}' must begin with @${collective}/`,
  }));
  if (details.length === 0) return;
  throw new SvcError(
    "rule_refused",
    `${details.length} name(s) in the extension belong to another collective: ${
      details.map((detail) => detail.message).join("; ")
    }`,
    { hint: `Rename them so that they begin with @${collective}/.`, details },
  );
}

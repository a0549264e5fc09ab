import { type ErrorDetail, SvcError } from "@svc/core/error";
import type { Descriptor } from "@svc/core/descriptor";
import { parseExtensionName } from "@svc/core/name";
import { isTypeOf } from "@svc/core/type";
import type { Archive } from "@svc/scorecard/archive";
import { checkSafety } from "@svc/scorecard/safety";
import type { Announced } from "./announced.ts";

/**
 * Checks that an archive is what was announced and may be published under its name.
 *
 * @returns its descriptor, as a published archive always has one
 * @throws SvcError `rule_refused` (other name or version, names of another collective),
 *   `archive_invalid` (no descriptor), `archive_unsafe` (safety errors), each with its places
 */
export function examine(
  archive: Archive,
  announced: Announced,
): Descriptor {
  const { manifest, descriptor } = archive;
  if (manifest.name !== announced.name || manifest.version !== announced.version) {
    throw new SvcError(
      "rule_refused",
      `The archive is ${manifest.name}@${manifest.version}, ` +
        `but ${announced.name}@${announced.version} was announced`,
      { hint: "Push again with 'svc extension push'." },
    );
  }
  if (descriptor === undefined) {
    throw new SvcError("archive_invalid", "The archive has no extension/descriptor.json", {
      hint: "Push with 'svc extension push', which describes the modules in a sandbox.",
    });
  }
  refuseForeignNames(descriptor, manifest.name);
  const { errors } = checkSafety(archive.files, manifest);
  if (errors.length > 0) {
    throw new SvcError("archive_unsafe", `The archive fails ${errors.length} safety check(s)`, {
      hint: "'svc extension push --dry-run' runs the same checks.",
      details: errors.map(({ place, message }) => ({ path: place, message })),
    });
  }
  return descriptor;
}

/** Every type and report an extension defines must be its collective's (reference wire 4). */
function refuseForeignNames(descriptor: Descriptor, name: string): void {
  const { collective } = parseExtensionName(name);
  const details: ErrorDetail[] = [
    ...descriptor.models.map(({ file, type }) => ({ path: `models/${file}`, type })),
    ...descriptor.vaults.map(({ file, type }) => ({ path: `vaults/${file}`, type })),
    ...descriptor.datastores.map(({ file, type }) => ({ path: `datastores/${file}`, type })),
    ...descriptor.reports.map(({ file, name: type }) => ({ path: `reports/${file}`, type })),
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

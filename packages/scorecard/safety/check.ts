import { LIMITS } from "@svc/core/limit";
import type { Manifest } from "@svc/core/manifest";
import { licenseFileRank } from "@svc/core/rubric";
import type { Finding } from "@svc/core/wire";
import { codeOf } from "../archive/code.ts";
import { isSkill, isSource } from "../archive/part.ts";
import { codeErrors, codeWarnings } from "./code.ts";
import type { Files } from "./files.ts";
import { addressWarnings } from "./prose.ts";
import { credentialWarnings, keyErrors } from "./secrets.ts";
import { skillErrors } from "./skills.ts";

/** What the safety rules say. Errors stop a push and a pull; warnings are shown. */
export interface SafetyReport {
  errors: Finding[];
  warnings: Finding[];
}

const EXTENSIONS = /\.(?:ts|json|md|ya?ml|txt)$/i;
const BARE_NAMES: ReadonlySet<string> = new Set([
  "AUTHORS",
  "CONTRIBUTORS",
  "COPYING-EXCEPTION",
  "NOTICE",
  "PATENTS",
]);

/**
 * Checks what an extension carries before it is packed, published or unpacked: plain sources and
 * texts of bounded size, without the ways to run text as code, and without keys of a registry. Places are `path` or `path:line`.
 */
export function checkSafety(files: Files, manifest: Manifest): SafetyReport {
  const errors: Finding[] = [];
  const warnings: Finding[] = [];
  const { files: most, skillFiles, fileBytes, unpackedBytes } = LIMITS.archive;
  const paths = [...files.keys()];
  const count = paths.filter(isSource).length;
  if (count > most) {
    errors.push({ place: "(total)", message: `${count} files; ${most} are allowed` });
  }
  const skills = paths.filter(isSkill).length;
  if (skills > skillFiles) {
    errors.push({ place: "skills", message: `${skills} files; ${skillFiles} are allowed` });
  }
  const binaries = new Set(
    manifest.binaries.map((entry) => `files/${entry.replace(/^(\.\/)+/, "")}`),
  );
  let total = 0;
  for (const [path, { bytes }] of files) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const skill = isSkill(path);
    if (!skill && name.startsWith(".") || /(?:^|\/)\.git(?:\/|$)/i.test(path)) {
      errors.push({ place: path, message: "hidden files are not published" });
      continue;
    }
    if (!skill && !binaries.has(path) && !isPlain(name)) {
      errors.push({
        place: path,
        message: "is neither .ts, .json, .md, .yaml, .yml nor .txt; list it under binaries",
      });
      continue;
    }
    if (bytes.length > fileBytes) {
      errors.push({ place: path, message: `${bytes.length} bytes; ${fileBytes} are allowed` });
      continue;
    }
    total += bytes.length;
    const plain = new TextDecoder("latin1").decode(bytes);
    errors.push(...keyErrors(path, plain));
    warnings.push(...credentialWarnings(path, plain));
    if (skill || binaries.has(path)) continue;
    if (/\.ts$/i.test(name)) {
      const { text, read } = codeOf(bytes);
      errors.push(...codeErrors(path, text, read));
      warnings.push(...codeWarnings(path, text, read, manifest));
    } else if (/\.(?:md|txt)$/i.test(name)) {
      warnings.push(...addressWarnings(path, new TextDecoder().decode(bytes)));
    }
  }
  if (total > unpackedBytes) {
    errors.push({ place: "(total)", message: `${total} bytes; ${unpackedBytes} are allowed` });
  }
  errors.push(...skillErrors(files, manifest));
  return { errors, warnings };
}

/** Whether a name is that of a source or a text. */
function isPlain(name: string): boolean {
  return EXTENSIONS.test(name) || BARE_NAMES.has(name) || licenseFileRank(name) !== undefined;
}

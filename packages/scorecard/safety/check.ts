import { LIMITS } from "@svc/core/limit";
import type { Manifest } from "@svc/core/manifest";
import { licenseFileRank } from "@svc/core/rubric";
import type { Finding } from "@svc/core/wire";
import { codeOf } from "../archive/code.ts";
import { isSkill, isSource } from "../archive/part.ts";
import { codeErrors, codeWarnings } from "./code.ts";
import type { Files } from "./files.ts";
import { addressWarnings } from "./prose.ts";
import { skillErrors } from "./skills.ts";
import { keysIn, keyStart } from "@svc/core/key";
import { lineAt } from "@svc/core/source";

/** Credentials of others as their issuers describe them: what begins them, and what follows. */
const OTHERS: readonly { what: string; pattern: string }[] = [
  { what: "a GitHub token", pattern: "gh[opusr]_[A-Za-z0-9]{36}" },
  { what: "a GitHub token", pattern: "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}" },
  { what: "a GitLab token", pattern: "glpat-[A-Za-z0-9_-]{20}" },
  { what: "an npm token", pattern: "npm_[A-Za-z0-9]{36}" },
  { what: "a PyPI token", pattern: "pypi-AgE[A-Za-z0-9_-]{50}" },
  { what: "a RubyGems key", pattern: "rubygems_[0-9a-f]{48}" },
  { what: "a crates.io token", pattern: "cio[A-Za-z0-9]{32}" },
  { what: "an AWS access key id", pattern: "A[KS]IA[A-Z2-7]{16}" },
  { what: "a Google API key", pattern: "AIza[A-Za-z0-9_-]{35}" },
  { what: "a Slack token", pattern: "xox[abepr]-[0-9]{8,16}-[A-Za-z0-9-]{10,64}" },
  { what: "a Stripe key", pattern: "[rs]k_live_[A-Za-z0-9]{24}" },
  { what: "a SendGrid key", pattern: "SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}" },
  { what: "a DigitalOcean token", pattern: "do[opr]_v1_[0-9a-f]{64}" },
  { what: "a Docker Hub token", pattern: "dckr_pat_[A-Za-z0-9_-]{27}" },
  { what: "a Hugging Face token", pattern: "hf_[A-Za-z]{34}" },
  { what: "a private key", pattern: "-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----" },
];

const OTHER = new RegExp(
  `(?<![A-Za-z0-9_])(?:${OTHERS.map(({ pattern }) => `(${pattern})`).join("|")})`,
  "g",
);

/** Places told of one file. */
const SHOWN = 3;

/** Keys of a registry in a file. Whoever can read the archive could use them. */
function keyErrors(path: string, text: string): Finding[] {
  return keysIn(text).slice(0, SHOWN).map(({ key, index }) => ({
    place: `${path}:${lineAt(text, index)}`,
    message: `holds the key ${keyStart(key)}…; revoke it, then remove it from the file`,
  }));
}

/** What looks like a credential of others; nothing of it is repeated. */
function credentialWarnings(path: string, text: string): Finding[] {
  return [...text.matchAll(OTHER)].slice(0, SHOWN).map((match) => ({
    place: `${path}:${lineAt(text, match.index)}`,
    message: `may hold ${OTHERS[match.findIndex((part, at) => at > 0 && part) - 1]!.what}; ` +
      "if it is real, revoke it and remove it",
  }));
}

/** What the safety rules say. Errors stop a push and a pull; warnings are shown. */
export interface SafetyReport {
  errors: Finding[];
  warnings: Finding[];
}

const EXTENSIONS = /\.(?:ts|json|md|ya?ml|txt)$/i;
/** Code that is not an additional file. */
const CODE_NAME = /^(?!files\/).*\.[cm]?[jt]sx?$/;
const BARE_NAMES: ReadonlySet<string> = new Set([
  "AUTHORS",
  "CONTRIBUTORS",
  "COPYING-EXCEPTION",
  "NOTICE",
  "PATENTS",
]);

/**
 * Checks what an extension carries before it is packed, published or unpacked: plain sources and texts
 * of bounded size, without the ways to run text as code, and without keys of a registry. Places are
 * `path` or `path:line`.
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
      const fix = CODE_NAME.test(path) ? "rename it to .ts" : "list it under binaries";
      errors.push({
        place: path,
        message: `is neither .ts, .json, .md, .yaml, .yml nor .txt; ${fix}`,
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

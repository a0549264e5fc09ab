import { keysIn, keyStart } from "@svc/core/key";
import { lineAt } from "@svc/core/source";
import type { Finding } from "@svc/core/wire";

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
export function keyErrors(path: string, text: string): Finding[] {
  return keysIn(text).slice(0, SHOWN).map(({ key, index }) => ({
    place: `${path}:${lineAt(text, index)}`,
    message: `holds the key ${keyStart(key)}…; revoke it, then remove it from the file`,
  }));
}

/** What looks like a credential of others; nothing of it is repeated. */
export function credentialWarnings(path: string, text: string): Finding[] {
  return [...text.matchAll(OTHER)].slice(0, SHOWN).map((match) => ({
    place: `${path}:${lineAt(text, match.index)}`,
    message: `may hold ${OTHERS[match.findIndex((part, at) => at > 0 && part) - 1]!.what}; ` +
      "if it is real, revoke it and remove it",
  }));
}

import { SvcError } from "@svc/core/error";
import { isRecord, isTexts } from "@svc/core/json";
import type { Intent } from "../../../base/files/intent.ts";
import { ownPath } from "../../../repository/links.ts";
import type { Repository } from "../../../repository/repository.ts";
import type { VaultConfiguration } from "../configuration/configuration.ts";

/** Where a vault keeps its secrets. */
export type Backend = Pick<VaultConfiguration, "type" | "config">;

/** What the new backend held before anything was written to it. Keys, never values; each list is sorted. */
export interface Plan {
  /** Secrets that it did not have. */
  copied: string[];
  /** Secrets that it had with another value. */
  replaced: string[];
  /** Secrets that it had with the same value: it may be the old backend under another name. */
  unchanged: string[];
  /** What else it had. */
  others: string[];
}

/** A migration that has begun; its file goes when nothing is left to do. */
export interface Journal {
  from: Backend;
  to: Backend;
  plan: Plan;
}

/** Where a vault's migration is written down. */
export function migrationIntent(
  { root }: Repository,
  { id }: Pick<VaultConfiguration, "id">,
): Intent<Journal> {
  const file = `.svc/secrets/migrations/${id}.json`;
  const path = ownPath(root, file);
  return {
    path,
    aside: ownPath(root, `${file}.tmp`),
    mode: 0o600,
    parse,
    damaged: () =>
      new SvcError("conflict", `${path} does not name the migration that was started`, {
        hint: "Compare the secrets of the old and the new vault, then delete that file.",
      }),
  };
}

/** True for one place of secrets. */
export function isSameBackend(a: Backend, b: Backend): boolean {
  return JSON.stringify([a.type, a.config]) === JSON.stringify([b.type, b.config]);
}

function parse(value: unknown): Journal | undefined {
  if (!isRecord(value) || !isBackend(value["from"]) || !isBackend(value["to"])) return undefined;
  const { from, to, plan } = value;
  return isPlan(plan) ? { from, to, plan } : undefined;
}

function isPlan(value: unknown): value is Plan {
  const lists = ["copied", "replaced", "unchanged", "others"];
  return isRecord(value) && lists.every((name) => isTexts(value[name]));
}

function isBackend(value: unknown): value is Backend {
  return isRecord(value) && typeof value["type"] === "string" && isRecord(value["config"]);
}

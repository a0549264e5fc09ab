import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { normalizeType } from "@svc/core/type";
import { sha256Hex } from "../../base/files/digest.ts";
import type { Repository } from "../../repository/repository.ts";
import { readingsIn } from "./expressions.ts";
import type { Env } from "./named.ts";
import { nameProblem } from "@svc/core/text";
import { absolutePath, relativeInside } from "../../base/files/path.ts";
import { ownPath } from "../../repository/links.ts";

/** Where data is shared: a folder, or a store that an extension reaches. */
export type DatastoreConfiguration = FilesystemConfiguration | ExtensionConfiguration;

/** A folder that all machines see, such as a network share. */
interface FilesystemConfiguration {
  type: "filesystem";
  /** Absolute. */
  path: string;
}

/** A store of a type that an extension brings (extension format reference §3.5). */
interface ExtensionConfiguration {
  /** `@scope/name`, normalized. */
  type: string;
  /** As it is written, with its `${{ … }}`: what these read is known to nobody but the open datastore. */
  config: Record<string, unknown>;
}

/** True for a folder. */
export function isFilesystem(
  configuration: DatastoreConfiguration,
): configuration is FilesystemConfiguration {
  return configuration.type === "filesystem";
}

/** Keys that other tools of this layout know, and what svc does instead. */
const UNKNOWN: Readonly<Record<string, string>> = {
  directories: "svc always shares both data and the records of runs",
  exclude: "svc shares all data and all records of runs",
  namespace: "give each repository a folder or a prefix of its own",
  hydrationStrategy: "svc brings all data to each machine",
};

const TYPE = /^@[a-z0-9][a-z0-9_-]*\/[a-z0-9][a-z0-9_-]*$/;

/** Largest configuration of a datastore as JSON, in characters. */
const LARGEST_CONFIG = 16 * 1024;

/**
 * Reads a configuration: `{ type: filesystem, path }` or `{ type: "@scope/name", config }`.
 *
 * @param at `place` is what names it, for messages
 * @throws SvcError `validation_failed`; what `datastoreFolder` throws
 */
export function parseDatastore(
  repository: Repository,
  written: unknown,
  at: { place: string; env: Env },
): DatastoreConfiguration {
  const { place } = at;
  if (!isRecord(written)) {
    throw invalid(place, "must be a mapping with a type", FORMS);
  }
  const { type, ...rest } = written;
  if (typeof type !== "string") throw invalid(place, "has no type", FORMS);
  if (type === "filesystem") {
    const { path, ...more } = rest;
    assertNoMore(place, more, ["type", "path"]);
    if (typeof path !== "string") throw invalid(place, "has no path", FORMS);
    return { type, path: datastoreFolder(repository, path, at) };
  }
  const { config = {}, ...more } = rest;
  assertNoMore(place, more, ["type", "config"]);
  const plain = plainConfig(place, config);
  readingsIn(plain, place);
  return { type: extensionType(place, type), config: plain };
}

const FORMS = "Write { type: filesystem, path: /folder } or " +
  '{ type: "@collective/name", config: { … } }.';

function invalid(place: string, what: string, hint: string): SvcError {
  return new SvcError("validation_failed", `${place} ${what}`, { hint });
}

function assertNoMore(
  place: string,
  more: Record<string, unknown>,
  known: readonly string[],
): void {
  const [key] = Object.keys(more);
  if (key === undefined) return;
  const instead = Object.hasOwn(UNKNOWN, key) ? `: ${UNKNOWN[key]}` : "";
  throw invalid(
    place,
    `has the key '${key.slice(0, 60)}', which is unknown${instead}`,
    `Remove it. The keys are ${known.join(" and ")}.`,
  );
}

/**
 * A type of a datastore in the form it is compared in.
 *
 * @throws SvcError `validation_failed`
 */
export function extensionType(place: string, type: string): string {
  const normalized = normalizeType(type);
  if (TYPE.test(normalized)) return normalized;
  throw invalid(
    place,
    `names the type ${JSON.stringify(type.slice(0, 60))}, which no datastore has`,
    "Write filesystem, or the type of an extension, as in @svc/s3.",
  );
}

function plainConfig(place: string, config: unknown): Record<string, unknown> {
  if (!isRecord(config)) {
    throw invalid(place, "has a config that is not a mapping", "Write config: { name: value }.");
  }
  const text = JSON.stringify(config);
  if (text.length > LARGEST_CONFIG) {
    throw invalid(
      place,
      `has a config of ${text.length} characters`,
      `At most ${LARGEST_CONFIG} are read.`,
    );
  }
  return JSON.parse(text);
}

/**
 * Reads `filesystem:/folder`, `@scope/name` or `@scope/name:{json}`.
 *
 * @throws SvcError `validation_failed` without any value, as one may be a credential
 */
export function parseVariable(
  repository: Repository,
  text: string,
  env: Env,
): DatastoreConfiguration {
  const place = "SVC_DATASTORE";
  const hint = 'Write filesystem:/folder or @collective/name:{"name":"value"}.';
  const colon = text.indexOf(":");
  const type = (colon < 0 ? text : text.slice(0, colon)).trim();
  const rest = colon < 0 ? "" : text.slice(colon + 1).trim();
  if (type === "filesystem") {
    // What a variable means must not depend on the repository that it is used in.
    if (!/^(?:~?\/)/.test(rest)) throw invalid(place, "must name an absolute folder", hint);
    return parseDatastore(repository, { type, path: rest }, { place, env });
  }
  if (!TYPE.test(normalizeType(type))) throw invalid(place, "names no type of a datastore", hint);
  let config: unknown = {};
  if (rest !== "") {
    try {
      config = JSON.parse(rest);
    } catch {
      throw invalid(place, "has a configuration that is not JSON", hint);
    }
  }
  return parseDatastore(repository, { type, config }, { place, env });
}

/** What tells a configuration from every other, however its keys are ordered. */
export async function keyOf(configuration: DatastoreConfiguration): Promise<string> {
  return (await sha256Hex(JSON.stringify(sorted(configuration)))).slice(0, 32);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

/** Longest path of a folder, in characters. */
const LONGEST = 1000;

/** Folders of a repository that have a purpose of their own. */
const TAKEN = [".svc", ".git", "behaviors", "extensions", "vaults"];

/**
 * The absolute folder that a `filesystem` datastore names: absolute, below the home folder (`~/`), or
 * relative to the repository.
 *
 * @param place what names it, for messages
 * @throws SvcError `validation_failed` for a path that cannot be meant: it holds the repository, is in
 *   one of svc's own folders, or has a character that is not seen; `conflict` for a symbolic link inside
 *   the repository
 */
function datastoreFolder(
  repository: Repository,
  text: string,
  { place, env }: { place: string; env: Env },
): string {
  const wrong = (why: string, hint: string) =>
    new SvcError("validation_failed", `${place}: the path ${why}`, { hint });
  if (text.trim() === "" || text.length > LONGEST) {
    throw wrong(
      "must have 1 to 1000 characters",
      "Name a folder that the other machines can also reach.",
    );
  }
  const problem = nameProblem(text);
  if (problem !== undefined) throw wrong(problem, "Use visible characters.");
  if (/[$`]/.test(text) || /^~(?!\/)/.test(text)) {
    throw wrong(
      `'${text}' has a variable, and svc fills in none`,
      "Write an absolute path, ~/… for your home folder, or a path relative to the repository.",
    );
  }
  const folder = absolutePath(inHome(text, env, wrong), repository.root);
  const inside = relativeInside(repository.root, folder);
  if (folder === repository.root || relativeInside(folder, repository.root) !== undefined) {
    throw wrong(`${folder} holds the repository itself`, "Name a folder of its own.");
  }
  if (inside !== undefined) {
    if (TAKEN.includes(inside.split("/")[0]!.toLowerCase())) {
      throw wrong(
        `${folder} is in a folder of svc or git`,
        inside === ".svc"
          ? "Without a datastore, data is in .svc: 'svc datastore remove' goes back to that."
          : "Name a folder of its own.",
      );
    }
    ownPath(repository.root, inside);
  }
  const { config } = repository;
  if (config !== undefined && (folder === config || relativeInside(config, folder))) {
    throw wrong(`${folder} is in your configuration folder`, "Name a folder of its own.");
  }
  return folder;
}

function inHome(
  text: string,
  env: Env,
  wrong: (why: string, hint: string) => SvcError,
): string {
  if (!text.startsWith("~/")) return text;
  const home = env("HOME");
  if (home?.startsWith("/")) return `${home}/${text.slice(2)}`;
  throw wrong("begins with ~/, and HOME is not set", "Set HOME, or write an absolute path.");
}

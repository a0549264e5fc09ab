import { noSuchSecret, SecretFailure } from "../platform/secrets/failure.ts";
import { oneByOne, type Provider } from "../platform/secrets/provider.ts";
import { keyOfName, safeName } from "../platform/secrets/safe_name.ts";
import type { Engine, Entry } from "./engine.ts";

/** Where the secrets of a vault are in its engine. */
export type Layout =
  /** An entry for each key, in a folder; the value is one of its fields. */
  | { folder: readonly string[]; field: string }
  /** One entry for all keys, each of which is one of its fields. */
  | { entry: readonly string[] };

/** Tries of a change while somebody else changes the same entry. */
const TRIES = 8;

/** The provider of a vault. Changes are made one after another, each after the version that it has read. */
export function openbaoProvider(name: string, engine: Engine, layout: Layout): Provider {
  const inTurn = oneByOne();
  const placeOf = (key: string) =>
    "entry" in layout
      ? { path: layout.entry, field: key }
      : { path: [...layout.folder, safeName(key)], field: layout.field };
  const existing = async (key: string) => {
    const { path, field } = placeOf(key);
    const entry = await engine.read(path);
    if (entry.fields !== undefined && Object.hasOwn(entry.fields, field)) {
      return { path, field, entry, fields: entry.fields };
    }
    throw missing(name, key, { path, field, entry }, "entry" in layout);
  };
  return {
    getName: () => name,
    async get(key) {
      const { path, field, fields } = await existing(key);
      const value = fields[field];
      if (typeof value === "string") return value;
      throw new SecretFailure(
        "not_a_secret",
        `The field ${JSON.stringify(field)} of ${path.join("/")} is not text`,
        "Write it as a text",
      );
    },
    put(key, value) {
      const { path, field } = placeOf(key);
      const change = ({ fields = {} }: Entry) => ({ ...fields, [field]: value });
      return inTurn(() => changed(engine, path, key, change, [value]));
    },
    delete(key) {
      return inTurn(async () => {
        const { path, field, fields } = await existing(key);
        if ("entry" in layout) {
          const rest = ({ fields = {} }: Entry) => without(fields, field);
          return await changed(engine, path, key, rest, []);
        }
        if (Object.keys(fields).length > 1) throw hasOthers(path, field);
        await engine.remove(path);
      });
    },
    async list() {
      if (!("entry" in layout)) {
        return (await engine.list(layout.folder)).flatMap((one) => keyOfName(one) ?? []).sort();
      }
      const { fields = {} } = await engine.read(layout.entry);
      return Object.keys(fields).filter((one) => typeof fields[one] === "string").sort();
    },
  };
}

/**
 * Writes what a change makes of an entry, after the version that was read. When somebody else was faster,
 * it is read and changed again, so that no field of theirs is lost; their version stays in its history.
 */
async function changed(
  engine: Engine,
  path: readonly string[],
  key: string,
  change: (entry: Entry) => Record<string, unknown>,
  secrets: readonly string[],
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const entry = await engine.read(path);
    if (await engine.write(path, change(entry), entry.version, secrets)) return;
    // deno-lint-ignore no-console -- a provider has no other way to tell the person
    console.warn(
      `Somebody else wrote ${path.join("/")} at the same time; version ${entry.version + 1} is ` +
        "theirs, and stays in the history",
    );
    // At times of its own, so that two do not meet again and again.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
  }
  throw new SecretFailure(
    "conflict",
    `Others keep changing ${path.join("/")}, and '${key}' was not written`,
    "Run again",
  );
}

function missing(
  vault: string,
  key: string,
  { path, field, entry }: { path: readonly string[]; field: string; entry: Entry },
  isField: boolean,
): SecretFailure {
  const place = path.join("/");
  if (entry.fields !== undefined && !isField) {
    return new SecretFailure(
      "not_a_secret",
      `The entry ${place} has no field ${JSON.stringify(field)}`,
      "Name the field with the value in the configuration (field)",
    );
  }
  if (entry.fields === undefined && entry.version > 0) {
    return new SecretFailure(
      "deleted",
      `Version ${entry.version} of ${place}, the latest, was deleted`,
      "Restore it with 'bao kv undelete', or put a new value",
    );
  }
  return noSuchSecret(vault, key);
}

function hasOthers(path: readonly string[], field: string): SecretFailure {
  return new SecretFailure(
    "refused",
    `The entry ${path.join("/")} has more than the field ${JSON.stringify(field)}`,
    "To delete all of it: 'bao kv metadata delete'",
  );
}

function without(fields: Record<string, unknown>, field: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
}

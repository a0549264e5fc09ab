import { messageOf, SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";
import { exposureOf } from "@svc/runtime/files";
import { type SettingName, type SettingRow, SETTINGS, type SettingValues } from "./table.ts";
import type { WrittenRule } from "../oauth/admission/rule.ts";

/** The most that a settings file may have, in bytes. */
const LONGEST = 100_000;

/**
 * Reads the settings of a YAML file: a mapping whose keys are the names of the flags.
 *
 * @param named true for a file that somebody asked for, which has to be there
 * @throws SvcError `validation_failed` for what is no such mapping, an unknown key or a value of the
 *   wrong kind; `config_exposed` when others than the operator can write it
 */
export async function readSettingsFile(path: string, named: boolean): Promise<SettingValues> {
  const text = await textOf(path, named);
  if (text === undefined) return {};
  const { parse } = await import("yaml");
  const value = attempt(
    path,
    (): unknown => parse(text, { prettyErrors: false, maxAliasCount: 0 }),
  );
  if (value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    throw unusable(path, "it must be a mapping of settings");
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, given]) => [
      name,
      name === "allow" ? allowOf(path, given) : settingOf(path, name, given),
    ]),
  );
}

async function textOf(path: string, named: boolean): Promise<string | undefined> {
  const exposure = await exposureOf(path).catch((error) => {
    throw unusable(path, messageOf(error));
  });
  if (exposure === undefined) {
    if (named) throw unusable(path, "there is no such file");
    return undefined;
  }
  if (exposure === "writable") {
    throw new SvcError("config_exposed", `Others can write to ${path}, so it is not used`, {
      hint: `Look at what is in it, then make it private: chmod go-w ${path}`,
    });
  }
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) throw unusable(path, "it is not a file");
    if (size > LONGEST) throw unusable(path, `it has more than ${LONGEST} bytes`);
    return new TextDecoder("utf-8", { fatal: true }).decode(await Deno.readFile(path));
  } catch (error) {
    if (error instanceof SvcError) throw error;
    throw unusable(path, messageOf(error));
  }
}

function allowOf(path: string, given: unknown): SettingValues["allow"] {
  const read = readAllow(given);
  if (typeof read !== "string") return read;
  throw unusable(path, read, "An entry is like: {collective: acme, role: admin, run: [deploy]}.");
}

function attempt<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unusable(path, messageOf(error));
  }
}

function settingOf(path: string, name: string, given: unknown): string | number | string[] {
  if (!Object.hasOwn(SETTINGS, name)) {
    const known = Object.keys(SETTINGS);
    throw unusable(
      path,
      `there is no setting '${name.slice(0, 80)}'`,
      didYouMean(name, known) ?? `Settings are: ${known.join(", ")}.`,
    );
  }
  const row: SettingRow = SETTINGS[name as SettingName];
  const value = row.kind === "list" && typeof given === "string" ? [given] : given;
  if (row.kind === "number" && Number.isSafeInteger(value)) return value as number;
  // A time may be written as a number of seconds.
  if (row.kind === "text" && (typeof value === "string" || Number.isFinite(value))) {
    const text = String(value);
    if (row.choices === undefined || row.choices.includes(text)) return text;
    throw unusable(path, `'${name}' must be ${row.choices.join(" or ")}`);
  }
  if (
    row.kind === "list" && Array.isArray(value) && value.every((one) => typeof one === "string")
  ) {
    return value;
  }
  const kinds = { number: "a whole number", text: "text", list: "a list of texts" };
  throw unusable(path, `'${name}' must be ${kinds[row.kind]}`);
}

function unusable(
  path: string,
  what: string,
  hint = "'svc serve --help' shows the settings; their names without '--' are the file's keys.",
): SvcError {
  return new SvcError("validation_failed", `The settings in ${path} cannot be used: ${what}`, {
    hint,
  });
}

/** What an entry of `allow` may have. */
const TEXTS = ["collective", "role", "user"];
const LISTS = ["run", "read"];

/** The most entries. */
const MOST = 1000;

/**
 * Reads `allow` of the settings file: a list of what each group of people may do.
 *
 * @returns what is wrong with it, for an invalid list
 */
export function readAllow(value: unknown): readonly WrittenRule[] | string {
  if (!Array.isArray(value)) return "'allow' must be a list";
  if (value.length > MOST) return `'allow' has more than ${MOST} entries`;
  for (const [index, entry] of value.entries()) {
    const wrong = problemOf(entry);
    if (wrong !== undefined) return `'allow[${index}]' ${wrong}`;
  }
  return value as WrittenRule[];
}

function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    return `must be a mapping of ${[...TEXTS, ...LISTS].join(", ")}`;
  }
  for (const [name, value] of Object.entries(entry)) {
    if (TEXTS.includes(name)) {
      if (typeof value !== "string") return `has a '${name}' that is not text`;
    } else if (!LISTS.includes(name)) {
      return `has an unknown key '${name.slice(0, 80)}'`;
    } else if (!Array.isArray(value) || !value.every((one) => typeof one === "string")) {
      return `has a '${name}' that is not a list of texts`;
    }
  }
  return undefined;
}

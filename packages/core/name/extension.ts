import { SvcError } from "../error/error.ts";

/** An extension's name taken apart: `@collective/rest`, the rest one or more segments. */
export interface ExtensionName {
  /** The whole name, `@` included. */
  full: string;
  /** The owning collective's slug, without `@`. */
  collective: string;
  /** What follows the first slash. */
  rest: string;
}

/** The grammar of extension names, as published manifests use it. */
export const EXTENSION_NAME = /^@[a-z0-9_-]+\/[a-z0-9_-]+(\/[a-z0-9_-]+)*$/;

/** Longest name accepted, in characters. */
export const EXTENSION_NAME_MAX = 200;

/** The parts of `text`, or undefined when it is not an extension name. */
export function tryParseExtensionName(text: string): ExtensionName | undefined {
  if (text.length > EXTENSION_NAME_MAX || !EXTENSION_NAME.test(text)) return undefined;
  const slash = text.indexOf("/");
  return { full: text, collective: text.slice(1, slash), rest: text.slice(slash + 1) };
}

/**
 * The parts of an extension name.
 *
 * @throws SvcError `invalid_name` when it is not `@collective/name`.
 */
export function parseExtensionName(text: string): ExtensionName {
  const name = tryParseExtensionName(text);
  if (name) return name;
  throw new SvcError("invalid_name", `Invalid extension name: '${text}'`, {
    hint:
      "Write @collective/name in lower-case letters, digits, '-' and '_', for example @acme/repo-insight.",
  });
}

/** The collective of an extension of this name, without its `@`. */
export function collectiveOf(extension: string): string {
  return extension.slice(1, extension.indexOf("/"));
}

/** An extension, with the version asked for when there is one. */
interface ExtensionReference {
  name: ExtensionName;
  version: string | undefined;
}

/**
 * Reads `@collective/name` or `@collective/name@version`. Splits only; the version is not checked here.
 *
 * @throws SvcError `invalid_name` for a malformed name or an empty version.
 */
export function parseExtensionReference(text: string): ExtensionReference {
  const at = text.indexOf("@", 1);
  if (at < 0) return { name: parseExtensionName(text), version: undefined };
  const version = text.slice(at + 1);
  if (version === "") {
    throw new SvcError("invalid_name", `'${text}' ends in '@' without a version`, {
      hint: `Write ${text.slice(0, at)} or ${text.slice(0, at)}@YYYY.MM.DD.N.`,
    });
  }
  return { name: parseExtensionName(text.slice(0, at)), version };
}

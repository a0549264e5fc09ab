import { normalizeType } from "@svc/core/type";
import type { Tab } from "./extension_path.ts";

/** The address of an extension's page, or of one of its tabs. */
export function extensionHref(name: string, tab?: Tab): string {
  return tab === undefined ? `/extensions/${name}` : `/extensions/${name}/${tab}`;
}

/** The address of a version's page. */
export function versionHref(name: string, version: string): string {
  return `/extensions/${name}/${version}`;
}

/**
 * The address of a behavior type's page, of the newest version or of another one. Undefined for a
 * type that no publisher's name begins, which has none.
 */
export function typeHref(name: string, type: string, version?: string): string | undefined {
  const normalized = normalizeType(type);
  if (!normalized.startsWith("@")) return undefined;
  const parent = version === undefined ? extensionHref(name) : versionHref(name, version);
  const escaped = normalized.slice(1).split("/").map(encodeURIComponent).join("/");
  return `${parent}/types/@${escaped}`;
}

/** The address of a version's files, or of one of them. */
export function sourceHref(name: string, version: string, file?: string): string {
  return `${versionHref(name, version)}/files${below(file)}`;
}

/** The address of a file's bytes. */
export function rawHref(name: string, version: string, file: string): string {
  return `${versionHref(name, version)}/raw${below(file)}`;
}

/**
 * The address of what changed between two versions, in all files or in one; without `from` since the
 * version before.
 */
export function diffHref(name: string, version: string, from?: string, file?: string): string {
  const diff = `${versionHref(name, version)}/diff`;
  return from === undefined ? diff : `${diff}/${from}${below(file)}`;
}

/** The address of the form that reports an extension, or one version of it, to the operators. */
export function reportHref(name: string, version?: string): string {
  return `/report?${new URLSearchParams({ extension: name, ...(version && { version }) })}`;
}

function below(file: string | undefined): string {
  return file === undefined ? "" : `/${file.split("/").map(encodeURIComponent).join("/")}`;
}

/** The address of all extensions with a label. */
export function labelHref(label: string): string {
  return `/search?${new URLSearchParams({ label })}`;
}

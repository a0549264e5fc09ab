import { DESCRIPTOR_FILE, LOCK_FILE, MANIFEST_FILE } from "./archive.ts";

/**
 * Folders of compiled modules in the archives of other tools (extension format reference §2.1). They
 * are passed over: a bundle is made from the sources, which can be read.
 */
const COMPILED = /^(?:(?:vault|driver|datastore|report)-)?bundles(?:\/|$)/;

/** Whether a path is that of a compiled bundle, or of a folder of them. */
export function isCompiled(path: string): boolean {
  return COMPILED.test(path);
}

/** Whether a file belongs to a skill. */
export function isSkill(path: string): boolean {
  return path.startsWith("skills/");
}

/** Whether a file counts as one of the extension's own: skills and what svc adds do not. */
export function isSource(path: string): boolean {
  return !isSkill(path) && path !== MANIFEST_FILE && path !== DESCRIPTOR_FILE && path !== LOCK_FILE;
}

/** Whether an entry is one that macOS adds to archives for a file's attributes. */
export function isAppleDouble(name: string): boolean {
  return /(?:^|\/)\._[^/]*$/.test(name);
}

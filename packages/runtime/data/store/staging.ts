import { removeIfPresent } from "../../base/files/remove.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { writeDurable } from "../../base/files/write.ts";
import { ownPath } from "../../repository/links.ts";
import type { Staged } from "./change.ts";
import type { Content } from "./item.ts";

/** The folder beside a definition's items for content on its way into a version. */
export const STAGING = "..staging";

/** Bytes of content that goes through the journal; more is written once, into a staged file. */
export const INLINE_BYTES = 256 * 1024;

/** Writes content of any size into a staged file, with its SHA-256, and waits until the disk holds it. */
export async function stageContent(folder: string, content: Content) {
  const staging = ownPath(folder, STAGING);
  await Deno.mkdir(staging, { recursive: true });
  const staged = crypto.randomUUID();
  const path = `${staging}/${staged}`;
  try {
    if (typeof content === "function") return { staged, ...await content(path) };
    await writeDurable(path, content);
    return { staged, size: content.length, checksum: await sha256Hex(content) };
  } catch (error) {
    await Deno.remove(path).catch(() => {});
    throw error;
  }
}

/** Removes staged content that was not used. */
export function discardStaged(folder: string, { staged }: Staged): void {
  removeIfPresent(`${folder}/${STAGING}/${staged}`);
}

/** Removes everything staged: what a killed process left behind. Call under the definition's lock. */
export function clearStaging(folder: string): void {
  removeIfPresent(ownPath(folder, STAGING), { recursive: true });
}

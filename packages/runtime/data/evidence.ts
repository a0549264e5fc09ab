import type { DataItem } from "@svc/core/answer";
import { infoOf, stampOf } from "../base/files/stamp.ts";
import { parentOf } from "../base/files/path.ts";
import type { Repository } from "../repository/repository.ts";
import { JOURNAL } from "./store/journal.ts";
import { isLive } from "./store/item_state.ts";

/**
 * Tells later, by four looks at the file system, whether a data item is still what was read: not changed,
 * replaced, deleted or expired, and without a newer version. Take it after reading.
 *
 * @param asked when reading began, in milliseconds since 1970
 * @returns undefined where something changed about then, or svc is running: nothing can tell
 */
export function dataEvidence(
  { root }: Repository,
  item: DataItem,
  asked: number,
): (() => boolean) | undefined {
  const content = `${root}/${item.contentPath}`;
  const version = parentOf(content);
  const folder = parentOf(version);
  const files = [folder, content, `${version}/metadata.yaml`, `${parentOf(folder)}/${JOURNAL}`];
  const read = stampsOf(files, asked);
  if (read === undefined) return undefined;
  const wasLive = isLive(item);
  return () => stampsOf(files, asked) === read && isLive(item) === wasLive;
}

/** Undefined when one changed just before it was asked for, or since. */
function stampsOf(files: readonly string[], asked: number): string | undefined {
  let stamps = "";
  for (const file of files) {
    const info = infoOf(file);
    // A folder without a journal is one that another tool wrote.
    const stamp = info === undefined ? "none" : stampOf(info, asked);
    if (stamp === "") return undefined;
    stamps += `${stamp}\n`;
  }
  return stamps;
}

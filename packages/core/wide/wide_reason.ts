import { parse } from "tldts";
import { defaultValues, type WideReason, wideRow } from "../permission/mod.ts";

// In a folder of its own: the public suffix list is large, and no run needs it.

/** Why an entry is wide. A placeholder is looked at with the values its publisher set. */
export const wideReason: WideReason = (kind, entry, { models = [], places = {} } = {}) => {
  const context = { ...places, isShared };
  return [entry, ...defaultValues(kind, entry, models)]
    .map((one) => wideRow(kind, one, context)?.why).find((why) => why !== undefined);
};

/** True for a name below which anybody can have one: `co.uk`, `github.io`. */
function isShared(host: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  return publicSuffix === host && (isIcann === true || isPrivate === true);
}

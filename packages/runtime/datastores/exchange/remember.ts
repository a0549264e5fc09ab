import type { DataMetadata } from "../../data/store/item.ts";
import type { Base } from "./base.ts";
import type { MergePlan } from "./plan.ts";
import { tagsDigest } from "./tags.ts";

/** Notes what is on both sides now. What could not be brought here is not noted, and tried again. */
export function remember(
  base: Base,
  plan: MergePlan,
  here: ReadonlyMap<string, DataMetadata>,
  how: "pulled" | "sent",
): void {
  const onTheWay = new Set([...plan.send, ...plan.sendAgain]);
  for (const [id, stored] of plan.stored) {
    const metadata = here.get(id);
    if (metadata === undefined) continue;
    base.versions.set(id, {
      name: metadata.name,
      number: metadata.version,
      stored: how === "sent" ? metadata.version : stored.number,
      tags: how === "sent" ? tagsDigest(metadata.tags) : stored.tags,
      sent: !onTheWay.has(id) || how === "pulled" && base.versions.get(id)?.sent === true,
    });
  }
  if (how === "pulled") return;
  for (const id of onTheWay) {
    const metadata = here.get(id);
    if (metadata === undefined || plan.stored.has(id)) continue;
    const { name, version, tags } = metadata;
    base.versions.set(id, {
      name,
      number: version,
      stored: version,
      tags: tagsDigest(tags),
      sent: false,
    });
  }
}

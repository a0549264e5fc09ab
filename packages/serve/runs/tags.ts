import { SvcError } from "@svc/core/error";

/** Tags by which svc tells data apart, and who made it. A caller must not put others in their places. */
const OF_SVC = [
  "type",
  "specName",
  "modelName",
  "initiatedBy",
  "reportName",
  "reportScope",
  "markdownVersion",
];

/** @throws SvcError `invalid_argument` for a tag that svc sets itself */
export function assertOwnTags(tags: Record<string, string> | undefined): void {
  const taken = Object.keys(tags ?? {}).filter((name) => OF_SVC.includes(name));
  if (taken.length === 0) return;
  throw new SvcError("invalid_argument", `svc sets these tags itself: ${taken.join(", ")}`, {
    hint: "Give yours other names.",
    details: taken.map((name) => ({ path: `settings.tags.${name}`, message: "svc sets it" })),
  });
}

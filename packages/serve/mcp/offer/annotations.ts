import { kindsOf, type PermissionKind } from "@svc/core/permission";
import { isMutating, methodKind } from "@svc/runtime/run";
import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { Offer } from "./offer.ts";
import { plainWords } from "./words.ts";

/** Characters of a title. */
const MOST_TITLE = 120;

/**
 * Hints by which a client decides whether to ask its person. What a method is comes from its author, so
 * the hints say the worse where what was granted allows it: with `run` or `write` a method that is
 * declared to read could still change the machine.
 */
export function annotationsOf(offer: Offer): ToolAnnotations {
  const reads = isReading(offer);
  const kind = methodKind(offer.method);
  const can = reachOf(offer);
  return {
    title: plainWords(`${offer.found.definition.name}: ${offer.method.name}`, MOST_TITLE),
    readOnlyHint: reads,
    destructiveHint: !reads &&
      (kind === "delete" || isChecked(offer) || (can.size > 0 && kind !== "create")),
    idempotentHint: reads || kind === "update" || kind === "delete",
    openWorldHint: can.has("world"),
  };
}

/** True for a method that is declared to read and was granted nothing by which it could change the machine. */
export function isReading(offer: Pick<Offer, "method" | "granted">): boolean {
  return !isMutating(methodKind(offer.method)) && !reachOf(offer).has("machine");
}

/** What a grant of each kind lets code change or reach. */
const REACH: { readonly [kind in PermissionKind]: readonly ("machine" | "world")[] } = {
  net: ["world"],
  run: ["machine", "world"],
  env: [],
  read: [],
  write: ["machine"],
  sys: [],
  data: [],
  graft: [],
};

function reachOf({ granted }: Pick<Offer, "granted">): ReadonlySet<"machine" | "world"> {
  return new Set(kindsOf(granted.permissions).flatMap((kind) => REACH[kind]));
}

/** True when the type has checks before this method: its author takes what it does seriously. */
function isChecked({ method, resolved }: Offer): boolean {
  return (resolved.model.checks ?? [])
    .some(({ appliesTo }) => appliesTo === undefined || appliesTo.includes(method.name));
}

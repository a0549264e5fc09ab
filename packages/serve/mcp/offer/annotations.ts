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
  const { net, run, write } = offer.granted.permissions;
  const reachesOut = [net, run, write].some((entries) => (entries ?? []).length > 0);
  return {
    title: plainWords(`${offer.found.definition.name}: ${offer.method.name}`, MOST_TITLE),
    readOnlyHint: reads,
    destructiveHint: !reads &&
      (kind === "delete" || isChecked(offer) || (reachesOut && kind !== "create")),
    idempotentHint: reads || kind === "update" || kind === "delete",
    openWorldHint: (net ?? []).length > 0 || (run ?? []).length > 0,
  };
}

/** True for a method that is declared to read and was granted nothing by which it could change the machine. */
export function isReading({ method, granted }: Pick<Offer, "method" | "granted">): boolean {
  const { run, write } = granted.permissions;
  return !isMutating(methodKind(method)) && (run ?? []).length === 0 && (write ?? []).length === 0;
}

/** True when the type has checks before this method: its author takes what it does seriously. */
function isChecked({ method, resolved }: Offer): boolean {
  return (resolved.model.checks ?? [])
    .some(({ appliesTo }) => appliesTo === undefined || appliesTo.includes(method.name));
}

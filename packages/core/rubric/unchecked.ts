/** What is known of the points that could not be checked. An older registry does not say. */
interface Unchecked {
  uncheckedPoints?: number | undefined;
  maxPoints?: number | undefined;
}

/**
 * Says beside a grade how many points could not be checked: they earn nothing, and are no fault of
 * the extension. Undefined when all were checked, or that is not known.
 */
export function uncheckedText({ uncheckedPoints, maxPoints }: Unchecked): string | undefined {
  if (!uncheckedPoints || maxPoints === undefined) return undefined;
  return `${uncheckedPoints} of ${maxPoints} points could not be checked`;
}

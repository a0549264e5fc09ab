import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";

/**
 * Refuses what is not the name of a time zone. An offset from UTC is refused too: it has no daylight
 * saving time.
 *
 * @throws SvcError `usage` naming the nearest
 */
export function assertTimeZone(name: string): void {
  if (/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name) && isKnown(name)) return;
  const shown = name.slice(0, 64).replace(/[^\x20-\x7e]/g, "?");
  const near = didYouMean(name, Intl.supportedValuesOf("timeZone"));
  throw new SvcError("usage", `'${shown}' is not a time zone`, {
    hint: `${near === undefined ? "" : `${near} `}Write a name such as Europe/Berlin, ` +
      "America/New_York or UTC.",
  });
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

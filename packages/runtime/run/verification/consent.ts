import { listConsents } from "../../consent/store.ts";
import { type Found, unknown, type Written } from "./step.ts";

/** Compares the consent that the record names with those that this person has given here. */
export async function verifyConsent({ repository, origin }: Written): Promise<Found> {
  const { extension, consent } = origin;
  if (extension === undefined) return unknown("The record does not say whose code ran");
  if (consent === undefined) {
    return extension.from === "pulled"
      ? unknown("The record does not say who agreed")
      : { outcome: "passed", message: "No consent was needed" };
  }
  const { name, checksum } = extension;
  const kept = extension.from === "pulled" ? [name] : [name, `type:${name}`, `graft:${name}`];
  const given = (await Promise.all(kept.map((one) => listConsents(repository, one)))).flat()
    .find(({ grantedAt, content }) => grantedAt === consent.at && content?.checksum === checksum);
  if (given === undefined) {
    return unknown(
      `Your configuration has no consent of ${consent.at}: it was given elsewhere, or changed since`,
    );
  }
  const said = consent.by ?? "somebody";
  if (given.by !== consent.by) {
    return {
      outcome: "failed",
      message: `${given.by ?? "Somebody"} agreed to run it, and the record says ${said}`,
    };
  }
  return given.by === undefined
    ? unknown(`The consent of ${consent.at} does not say who gave it`)
    : { outcome: "passed", message: `${said} agreed at ${consent.at}` };
}

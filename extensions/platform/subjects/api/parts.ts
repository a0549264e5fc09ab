import * as z from "npm:zod@4.6.7";
import { storedText } from "../../stored_text.ts";

/** Characters of a title, a label or a name that are kept; the platform allows 256. */
const TITLE_LIMIT = 1024;

/** A short text of a stranger, fit to be stored. */
export const apiTitle = z.string().transform((text) => storedText(text.slice(0, TITLE_LIMIT)));

/** A time of an answer, as ISO 8601 in UTC. */
export const apiTime = z.string().max(64).transform((text, context) => {
  const time = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(time)) {
    context.addIssue({ code: "custom", message: "is not a time" });
    return z.NEVER;
  }
  return new Date(time).toISOString().replace(".000Z", "Z");
});

/** A number of a pull request, an issue or a comment. */
export const apiNumber = z.number().int().positive();

/** A count; a list leaves it out. */
export const apiCount = z.number().int().nonnegative().optional().transform((count) =>
  count ?? null
);

/** An account; a deleted one is null. */
export const apiAccount = z.object({ login: apiTitle, type: z.string().optional() }).nullish();

/** An account as lists of people hold it; one that is gone is left out. */
export const apiLogins = z.array(z.object({ login: apiTitle }).nullable()).nullish()
  .transform((people) => (people ?? []).flatMap((person) => person === null ? [] : [person.login]));

/** Names of labels. */
export const apiLabels = z.array(z.union([apiTitle, z.object({ name: apiTitle.nullish() })]))
  .transform((labels) =>
    labels.map((label) => typeof label === "string" ? label : label.name ?? "")
      .filter((name) => name !== "")
  );

/** The title of a milestone. */
export const apiMilestone = z.object({ title: apiTitle }).nullish()
  .transform((milestone) => milestone?.title ?? null);

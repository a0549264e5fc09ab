import { slugProblem } from "@svc/core/name";
import { SvcError } from "@svc/core/error";

/**
 * The slug of a collective as a person types it, with or without `@`.
 *
 * @throws SvcError `invalid_argument` for what cannot be one.
 */
export function parseSlug(text: string): string {
  const slug = text.replace(/^@/, "");
  const problem = slugProblem(slug);
  if (problem === undefined) return slug;
  throw new SvcError("invalid_argument", `'${text}' is not the name of a collective: ${problem}`, {
    hint: "'svc collective list' shows yours.",
  });
}

/** The path of a collective's interface, or of what is below it. */
export function collectivePath(slug: string, below = ""): string {
  return `/api/v1/collectives/${encodeURIComponent(slug)}${below}`;
}

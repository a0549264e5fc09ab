import { SvcError } from "@svc/core/error";
import type { z } from "zod";

/** Makes the shape of an answer from those that client and registry share. */
export type AnswerShape<S extends z.ZodType> = (
  wire: typeof import("@svc/core/wire"),
  zod: ShapeParts,
) => S;

/** What shapes are made with. */
export type ShapeParts = typeof import("./shapes.ts").zod;

/** A newer server may know another channel or scope, and write an instant in another way. */
const isNewer = ({ code, input }: z.core.$ZodIssue): boolean =>
  typeof input === "string" && (code === "invalid_value" || code === "invalid_format");

/**
 * The answer as it came, further keys included, once it has the shape. The shapes are loaded here, so
 * that a command which asks for none starts without them.
 *
 * @throws SvcError `unavailable` naming the first place that has another shape.
 */
export async function checkedAnswer<S extends z.ZodType>(
  body: unknown,
  shape: AnswerShape<S>,
  from: string,
): Promise<z.infer<S>> {
  const { wire, zod } = await import("./shapes.ts");
  const { error } = shape(wire, zod).safeParse(body, { reportInput: true });
  const issue = error?.issues.find((one) => !isNewer(one));
  if (issue === undefined) return body as z.infer<S>;
  const place = issue.path.map(String).join(".");
  throw unknownAnswer(from, `'${place}' is ${issue.input === undefined ? "missing" : "wrong"}`);
}

/** The refusal of an answer that no registry gives. */
export function unknownAnswer(from: string, why?: string): SvcError {
  return new SvcError(
    "unavailable",
    `${from} sent an answer that svc does not understand${why === undefined ? "" : ` (${why})`}`,
    {
      hint:
        "This does not look like a registry. Check the address, and that no proxy changes its answers.",
    },
  );
}

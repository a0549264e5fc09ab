import * as z from "npm:zod@4.6.7";
import { failureOf, PlatformFailure } from "../../platform/failure.ts";
import { terminalLine } from "../../platform/terminal.ts";

/** What is asked of GitHub, with a failure that names it and an answer of the shape it should have. */
export async function ask<Answer>(what: string, question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof z.ZodError) throw otherShape(what, error);
    throw failureOf(error, what);
  }
}

/** The failure of an answer that is none of the API's. */
function otherShape(what: string, error: z.ZodError): PlatformFailure {
  const [issue] = error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "it" : issue.path.join(".");
  return new PlatformFailure("unavailable", {
    what,
    reason: `the answer is not what the API describes: ${terminalLine(place)} ${
      terminalLine(issue?.message ?? "is wrong").slice(0, 200)
    }`,
    hint: "Check the API's address, and run again later",
  });
}

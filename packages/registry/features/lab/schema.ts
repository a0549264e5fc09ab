import { ISSUE_LIMITS } from "@svc/core/lab";
import { z } from "zod";
import { LINE } from "@svc/http/input";

/** Text with something in it, of bounded length, without control characters that hide content. */
function text(max: number) {
  // deno-lint-ignore no-control-regex
  return z.string().max(max).regex(/\S/, "must not be empty").regex(/^[^\u0000]*$/);
}

export const IssueTitle = LINE.min(1, "must not be empty").max(ISSUE_LIMITS.title);
// deno-lint-ignore no-control-regex
export const IssueBody = z.string().max(ISSUE_LIMITS.body).regex(/^[^\u0000]*$/);
export const CommentBody = text(ISSUE_LIMITS.comment);
export const LifecycleSummary = text(ISSUE_LIMITS.lifecycleSummary);

/** The number in a path. Digits too many to be safe name no issue: 404, as any other absent one. */
export const IssueParams = z.object({
  number: z.string().regex(/^[1-9][0-9]*$/, "must be a positive whole number").max(20)
    .describe("The issue's number"),
});

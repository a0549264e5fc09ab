import { SvcError } from "@svc/core/error";
import type { Grant } from "@svc/core/permission";
import { linesOf } from "../policy/line.ts";
import type { PermissionQuestion } from "../policy/question.ts";

/** What sources of the repository's own ask their user for before they run. */
export interface GrantRequest
  extends Pick<PermissionQuestion, "asked" | "mentioned" | "computed" | "omitted"> {
  /** The extension, or the type where it belongs to none. */
  extension: string;
  version: string;
  /**
   * The options that allow it for one run. Set when a placeholder stands for something new: no `--yes`
   * that was written down before answers that.
   */
  allow?: string;
  /** The file that asks, relative to the repository; empty for a type without a manifest. */
  manifest: string;
  /** True when some permissions were granted before and these are new. */
  more: boolean;
}

/** Asks the person for permissions: gives those that they leave out, none for a yes to all. */
export type OnGrant = (request: GrantRequest) => Promise<readonly Grant[] | void>;

/** The refusal to run sources of the repository's own whose permissions nobody granted. */
export function grantRequired(request: GrantRequest, hint: string): SvcError {
  const { extension, manifest, asked, more } = request;
  const what = more ? "now also requests permissions" : "requests permissions";
  return new SvcError(
    "consent_required",
    [`${extension} (${manifest}) ${what} that you have not granted in this repository:`]
      .concat(linesOf(asked).map(({ line }) => `  ${line}`)).join("\n"),
    { hint },
  );
}

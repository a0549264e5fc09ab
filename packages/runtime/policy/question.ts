import {
  asPermissions,
  covers,
  type Permissions,
  type PlaceholderSource,
  type Places,
  shownPermissions,
} from "@svc/core/permission";
import type { PermissionRequest, RequestedPermission } from "../consent/request.ts";
import { type Decided, standing } from "../consent/standing.ts";
import { isDenied, type PolicyRules } from "./apply.ts";

/** A permission as a person is shown it. */
export interface AskedPermission extends RequestedPermission {
  /** `net api.example.com`, with what it means and what is wide about it. */
  line: string;
}

/** What is left to ask a person, after what they decided before and what the policy decides. */
export interface PermissionQuestion
  extends Pick<PermissionRequest, "computed" | "omitted" | "unscanned"> {
  /** To be granted, or not. */
  asked: AskedPermission[];
  /** Granted by them before. */
  granted: Permissions;
  /** Asked for, and denied by the policy. */
  denied: AskedPermission[];
  /** What the code names beyond the manifest: not asked for. Absent when that says nothing. */
  mentioned?: AskedPermission[];
}

/** What a question depends on beside the request. */
export interface QuestionContext {
  models: readonly PlaceholderSource[];
  before?: Decided | undefined;
  rules: PolicyRules;
  places: Places;
}

/** What to ask a person about what an extension asks for. */
export function questionOf(
  request: PermissionRequest,
  { models, before, rules, places }: QuestionContext,
): PermissionQuestion {
  const { granted, open } = standing(request, models, before);
  const shown = (one: RequestedPermission): AskedPermission => ({
    ...one,
    line: shownPermissions(asPermissions([one]), models, places)[0]!,
  });
  return {
    asked: open.filter((one) => !isDenied(one, rules.deny, places))
      .filter((one) => !covers(rules.allow, one, places)).map(shown),
    granted,
    denied: request.permissions.filter((one) => isDenied(one, rules.deny, places)).map(shown),
    ...(request.mentioned === undefined ? {} : { mentioned: request.mentioned.map(shown) }),
    computed: request.computed,
    omitted: request.omitted,
    ...(request.unscanned === undefined ? {} : { unscanned: request.unscanned }),
  };
}

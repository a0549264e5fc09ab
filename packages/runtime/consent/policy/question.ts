import {
  asPermissions,
  type BaseFolders,
  covers,
  describePermissions,
  type Grant,
  type Permissions,
  type PlaceholderSource,
} from "@svc/core/permission";
import type { PermissionRequest, RequestedPermission } from "../request.ts";
import { consentStatus, type Decision } from "../status.ts";
import { isDenied, type PolicyRules } from "./apply.ts";

/** A permission as a person is shown it. */
export interface AskedPermission extends RequestedPermission {
  /** `net api.example.com`, with what it means and what is wide about it. */
  line: string;
  /** Why it grants more than it names; absent for one that does not. */
  wide?: string;
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
interface QuestionContext {
  models: readonly PlaceholderSource[];
  before?: Decision | undefined;
  rules: PolicyRules;
  places: BaseFolders;
}

/** What is left to ask of what an extension asks for, and what they granted of it before. */
export function leftToAsk(
  request: PermissionRequest,
  { models, before, rules, places }: QuestionContext,
): { asked: RequestedPermission[]; granted: Permissions } {
  const { granted, open } = consentStatus(request, models, before);
  const asked = open.filter((one) => !isDenied(one, rules.deny, places))
    .filter((one) => !covers(rules.allow, one, places));
  return { asked, granted };
}

/** What to ask a person about what an extension asks for. */
export async function questionOf(
  request: PermissionRequest,
  context: QuestionContext,
): Promise<PermissionQuestion> {
  const { models, rules, places } = context;
  const { asked, granted } = leftToAsk(request, context);
  const shown = await showing(models, places);
  return {
    asked: asked.map(shown),
    granted,
    denied: request.permissions.filter((one) => isDenied(one, rules.deny, places)).map(shown),
    ...(request.mentioned === undefined ? {} : { mentioned: request.mentioned.map(shown) }),
    computed: request.computed,
    omitted: request.omitted,
    ...(request.unscanned === undefined ? {} : { unscanned: request.unscanned }),
  };
}

/** Shows permissions with what they mean and what is wide about them. */
export async function showing(
  models: readonly PlaceholderSource[],
  places: BaseFolders,
): Promise<<One extends Grant>(one: One) => One & Pick<AskedPermission, "line" | "wide">> {
  // The list of public suffixes is large: no run loads it that asks nothing.
  const { wideReason } = await import("@svc/core/wide");
  return (one) => {
    const wide = wideReason(one.kind, one.entry, { models, places });
    return {
      ...one,
      line: describePermissions(asPermissions([one]), models, places, wideReason)[0]!,
      ...(wide === undefined ? {} : { wide }),
    };
  };
}

import { asGrants, type BaseFolders, covers, type Grant, grantText } from "@svc/core/permission";
import type { ComputedUse, RequestedPermission } from "../request.ts";
import { consentStatus } from "../status.ts";
import { isDenied, rulesFor } from "../policy/apply.ts";
import type { Policy } from "../policy/policy.ts";
import { showing } from "../policy/question.ts";
import { readPolicy } from "../policy/read.ts";
import { answeredTool } from "../../repository/other_tool.ts";
import { baseFolders } from "../../repository/base_folders.ts";
import type { Repository } from "../../repository/repository.ts";
import { findSubject, type GrantSubject, listSubjects } from "./subject.ts";

/** What stands of one permission. */
export interface ListedPermission {
  /** `<kind>:<entry>`. */
  permission: string;
  /** The same for people, with what it means. */
  line: string;
  /** Why it grants more than it names; absent for one that does not. */
  wide?: string;
  /**
   * `granted`; `refused` when it was asked for and not granted, or taken back; `open` when nobody was
   * asked yet; `denied` by the policy, whatever else was decided.
   */
  state: "granted" | "refused" | "open" | "denied";
  /** Who granted or denied it; absent for the other states. */
  by?: "you" | "policy";
  /** True when the manifest asks for it. */
  declared: boolean;
  /** Where the code was found to need it. */
  found: string[];
  /** The SDK in whose line it is asked for. */
  sdk?: string;
}

/** A permission that code names and its manifest does not ask for. */
export type MentionedPermission = Pick<
  ListedPermission,
  "permission" | "line" | "wide" | "found" | "sdk"
>;

/** What stands of one extension, or of a type that belongs to none. */
export interface ListedExtension {
  name: string;
  version: string;
  origin: "pulled" | "local";
  /** False for a pulled one that the person has not agreed to run as it is here. */
  agreed: boolean;
  permissions: ListedPermission[];
  /** What its code names beyond the manifest: not asked for. Absent when the manifest says nothing. */
  mentioned?: MentionedPermission[];
  /** What its code asks for and computes only when it runs. */
  computed: ComputedUse[];
}

/** What stands of a repository's extensions. */
export interface PermissionListing {
  /** The policy's file; absent without a policy. */
  policy?: string;
  extensions: ListedExtension[];
}

/**
 * What extensions ask for, where it was found, and its outcome: all of them, or one.
 *
 * @throws SvcError `not_found`, `policy_invalid`
 */
export async function listPermissions(
  repository: Repository,
  name?: string,
): Promise<PermissionListing> {
  const policy = await readPolicy(repository);
  const subjects = name === undefined
    ? await listSubjects(repository)
    : [await findSubject(repository, name)];
  const places = { ...baseFolders(repository), answered: await answeredTool(repository) };
  return {
    ...(policy === undefined ? {} : { policy: policy.path }),
    extensions: await Promise.all(subjects.map((subject) => listed(subject, policy, places))),
  };
}

/** What an extension asks for that nobody has decided about, as `<kind>:<entry>`. */
export async function openPermissions(repository: Repository, name: string): Promise<string[]> {
  const { extensions } = await listPermissions(repository, name);
  return extensions.flatMap(({ permissions }) =>
    permissions.filter(({ state }) => state === "open").map(({ permission }) => permission)
  );
}

async function listed(
  subject: GrantSubject,
  policy: Policy | undefined,
  places: BaseFolders,
): Promise<ListedExtension> {
  const { name, version, origin, request, models, consent } = subject;
  const rules = rulesFor(policy, subject.policy);
  const { granted, open } = consentStatus(request, models, consent);
  const all = [...request.permissions];
  for (const one of [...asGrants(granted), ...open, ...asGrants(rules.allow)]) {
    if (all.some((other) => grantText(other) === grantText(one))) continue;
    all.push({ ...one, declared: false, found: [] });
  }
  const stateOf = (one: Grant): Pick<ListedPermission, "state" | "by"> => {
    if (isDenied(one, rules.deny, places)) return { state: "denied", by: "policy" };
    if (covers(granted, one, places)) return { state: "granted", by: "you" };
    if (covers(rules.allow, one, places)) return { state: "granted", by: "policy" };
    const isOpen = open.some((other) => grantText(other) === grantText(one));
    return { state: isOpen ? "open" : "refused" };
  };
  const show = await showing(models, places);
  const shown = ({ kind, entry, sdk }: RequestedPermission) => {
    const { line, wide } = show({ kind, entry });
    const permission = grantText({ kind, entry });
    return {
      permission,
      line,
      ...(wide === undefined ? {} : { wide }),
      ...(sdk === undefined ? {} : { sdk }),
    };
  };
  return {
    name,
    version,
    origin,
    agreed: origin === "local" || consent !== undefined,
    permissions: all.map((one) => ({
      ...shown(one),
      ...stateOf(one),
      declared: one.declared,
      found: one.found,
    })),
    ...(request.mentioned === undefined ? {} : {
      mentioned: request.mentioned.filter((one) => !covers(granted, one, places))
        .map((one) => ({ ...shown(one), found: one.found })),
    }),
    computed: request.computed,
  };
}

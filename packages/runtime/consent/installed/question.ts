import {
  permissionLines,
  type Permissions,
  type PlaceholderSource,
  placeholderSources,
} from "@svc/core/permission";
import type { Consent } from "../consent.ts";
import { type PermissionRequest, permissionRequest } from "../request.ts";
import { listConsents } from "../store.ts";
import type { DescribedExtension } from "../../extension/describe/describe.ts";
import { type PolicyRules, rulesFor } from "../policy/apply.ts";
import { type PermissionQuestion, questionOf } from "../policy/question.ts";
import { readPolicy } from "../policy/read.ts";
import { answeredTool } from "../../repository/other_tool.ts";
import { baseFolders } from "../../repository/base_folders.ts";
import type { Repository } from "../../repository/repository.ts";
import type { VerifiedExtension } from "./extension.ts";
import { graftNeeds } from "./graft_needs.ts";

/** What a person is asked before an extension is installed. */
export interface InstallQuestion extends PermissionQuestion {
  name: string;
  version: string;
  /** True when they have agreed to this extension from this registry in this repository before. */
  known: boolean;
  /** All that it asks for, whatever was decided about it. */
  request: PermissionRequest;
  /** Lines of what an earlier version was granted and this one does not ask for any more. */
  removed: string[];
}

/** A question, and what the answer is to be judged by. */
export interface InstallMatter {
  question: InstallQuestion;
  models: readonly PlaceholderSource[];
  before: Consent | undefined;
  rules: PolicyRules;
}

/**
 * What a bundled extension asks for, and what of it is left to ask. What was granted is read from the
 * person's consents: the repository and the archive may say what they like.
 */
export async function installMatter(
  repository: Repository,
  { manifest: { name, version }, serverUrl }: Pick<VerifiedExtension, "manifest" | "serverUrl">,
  described: Pick<DescribedExtension, "descriptor" | "declares" | "found" | "unscanned">,
): Promise<InstallMatter> {
  const { permissions } = described.descriptor;
  const models = placeholderSources(described.descriptor);
  const grafts = await graftNeeds(
    repository,
    { extension: name, serverUrl },
    described.descriptor.grafts,
  );
  const request = permissionRequest({ ...described, permissions, grafts });
  const rules = rulesFor(await readPolicy(repository), { name, from: serverUrl });
  const before = await previousConsent(repository, name, serverUrl);
  const places = { ...baseFolders(repository), answered: await answeredTool(repository) };
  const question = {
    ...await questionOf(request, { models, before, rules, places }),
    name,
    version,
    known: before !== undefined,
    request,
    removed: removedLines(before?.permissions ?? {}, before, request),
  };
  return { question, models, before, rules };
}

async function previousConsent(
  repository: Repository,
  name: string,
  serverUrl: string | undefined,
): Promise<Consent | undefined> {
  return (await listConsents(repository, name))
    .find(({ content }) => content !== undefined && content.serverUrl === serverUrl);
}

function removedLines(
  granted: Permissions,
  before: Consent | undefined,
  request: PermissionRequest,
): string[] {
  const asked = permissionLines(granted).filter((line) =>
    !Object.hasOwn(before?.given ?? {}, line.replace(" ", ":"))
  );
  const still = new Set(request.permissions.map(({ kind, entry }) => `${kind} ${entry}`));
  return asked.filter((line) => !still.has(line));
}

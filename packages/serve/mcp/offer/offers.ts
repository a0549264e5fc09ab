import { isSvcError } from "@svc/core/error";
import { allDefinitions, type FoundDefinition, tryFindDefinition } from "@svc/runtime/definitions";
import type { Repository } from "@svc/runtime/repository";
import { partFor, type ResolvedType, resolveType } from "@svc/runtime/types";
import type { McpHost } from "../host/host.ts";
import { mayRead, mayRun } from "../../rights/rights.ts";
import { isReading } from "./annotations.ts";
import { toolName } from "./names.ts";
import type { Granted, Offer, OfferedBehavior } from "./offer.ts";
import { asPermissions, type PermissionKind, permissionLines } from "@svc/core/permission";
import { listPermissions } from "@svc/runtime/grants";

/** Every behavior that the caller may see with what is offered of it, by name. */
export async function offeredBehaviors(host: McpHost): Promise<OfferedBehavior[]> {
  const rights = host.rights();
  const visible = (await allDefinitions(host.repository))
    .filter(({ definition }) => mayRead(rights, definition.name));
  const types = await resolvedTypes(host.repository, visible);
  const grants = await grantedTo(host.repository);
  return visible.map((found) => ({
    name: found.definition.name,
    type: found.type,
    offers: offersOf(host, found, types.get(found.type), grants),
  }));
}

/** What is offered of one behavior; undefined when the caller may not see it, or there is none. */
export async function offeredBehavior(
  host: McpHost,
  name: string,
): Promise<OfferedBehavior | undefined> {
  const found = await tryFindDefinition(host.repository, name);
  // An id is not a name: rights are about names.
  if (found?.definition.name !== name || !mayRead(host.rights(), name)) return undefined;
  const types = await resolvedTypes(host.repository, [found]);
  const grants = await grantedTo(host.repository);
  return { name, type: found.type, offers: offersOf(host, found, types.get(found.type), grants) };
}

/** The behavior and method that a tool stands for; undefined when it is not offered to the caller. */
export async function offerOf(host: McpHost, tool: string): Promise<Offer | undefined> {
  const [plain] = tool.split("__");
  const near = plain === undefined ? undefined : await offeredBehavior(host, plain);
  const isIt = (offer: Offer) => offer.tool === tool;
  // Only a shortened name does not begin with that of its behavior.
  return near?.offers.find(isIt) ??
    (await offeredBehaviors(host)).flatMap(({ offers }) => offers).find(isIt);
}

async function resolvedTypes(
  repository: Repository,
  found: readonly FoundDefinition[],
): Promise<Map<string, ResolvedType>> {
  const types = new Map<string, ResolvedType>();
  for (const type of new Set(found.map((one) => one.type))) {
    try {
      types.set(type, await resolveType(repository, type));
    } catch (error) {
      // A type that is not installed has no methods; the other behaviors work.
      if (!isSvcError(error)) throw error;
    }
  }
  return types;
}

function offersOf(
  host: McpHost,
  found: FoundDefinition,
  resolved: ResolvedType | undefined,
  grantsOf: GrantsOf,
): Offer[] {
  const { name } = found.definition;
  const rights = host.rights();
  const chosen = { run: host.only, read: [] };
  return (resolved?.model.methods ?? []).flatMap((method) => {
    if (!mayRun(rights, name, method.name)) return [];
    if (host.only.length > 0 && !mayRun(chosen, name, method.name)) return [];
    const part = partFor(resolved!, method.name);
    const author = part.extension ?? part.graft?.name ?? part.type.normalized;
    const granted = grantsOf(part, author);
    const offer: Offer = {
      tool: toolName(name, method.name),
      found,
      resolved: resolved!,
      method,
      author,
      granted,
    };
    return host.readOnly && !isReading(offer) ? [] : [offer];
  });
}

/** What was granted to the code of a method. */
type GrantsOf = (part: ResolvedType, author: string) => Granted;

/**
 * What was granted to the extensions of a repository; for each run, svc itself looks again.
 *
 * @throws SvcError `policy_invalid`
 */
async function grantedTo(repository: Repository): Promise<GrantsOf> {
  const { extensions } = await listPermissions(repository);
  return ({ origin, permissions }, author) => {
    if (origin === "builtin") {
      return { permissions, lines: permissionLines(permissions), agreed: true };
    }
    const listed = extensions.find((one) => one.name === author && one.origin === origin);
    const granted = listed?.permissions.filter(({ state }) => state === "granted") ?? [];
    return {
      permissions: asPermissions(granted.map(({ permission }) => grantOf(permission))),
      lines: granted.map(({ line }) => line),
      agreed: listed?.agreed ?? false,
    };
  };
}

function grantOf(permission: string): { kind: PermissionKind; entry: string } {
  const colon = permission.indexOf(":");
  return { kind: permission.slice(0, colon) as PermissionKind, entry: permission.slice(colon + 1) };
}

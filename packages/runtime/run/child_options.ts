import type { JsonSchema } from "@svc/core/descriptor";
import { childEnvironment } from "../process/environment.ts";
import type { Repository } from "../repository/repository.ts";
import { namedFolders } from "../sources/base.ts";
import type { ResolvedType } from "../types/resolved.ts";
import { enforcedPermissions } from "../permissions/flags.ts";
import { secretsOf } from "../redaction/pattern.ts";
import type { Hello } from "../sandbox/protocol.ts";
import type { RunArguments } from "./arguments.ts";
import type { RunOptions } from "./request.ts";
import type { RunSubject } from "./subject.ts";

const HOUR_MS = 3_600_000;
const MEMORY_MB = 512;
const DISK_MB = 1024;

/** The limits of a run, or the usual ones. */
export function limitsOf(
  { timeLimitMs = HOUR_MS, memoryLimitMb = MEMORY_MB, diskLimitMb = DISK_MB }: RunOptions,
): { timeLimitMs: number; memoryLimitMb: number; diskLimitMb: number } {
  return { timeLimitMs, memoryLimitMb, diskLimitMb };
}

/** What a run's child process is started with. */
export interface Sandbox {
  /** Absolute path of the bundle. */
  bundle: string;
  hello: Omit<Hello, "token">;
  permissionFlags: readonly string[];
  environment: Record<string, string>;
  /** True when the method was granted programs. */
  startsPrograms: boolean;
}

/**
 * The sandbox of a run: the bundle, the grants as flags, and what the method is told.
 *
 * @param scratch a folder of the run's own
 * @throws SvcError `invalid_argument`, `permission_denied` as `enforcedPermissions` does.
 */
export async function sandboxOf(
  subject: Omit<RunSubject, "method" | "type" | "checkers" | "vaults">,
  scratch: string,
): Promise<Sandbox> {
  const { repository, found: { definition }, resolved, args, request } = subject;
  const filesRoot = resolved.files && `${repository.root}/${resolved.files}`;
  const { flags, path } = enforcedPermissions({
    permissions: resolved.permissions,
    denied: resolved.denied,
    globalArguments: args.global,
    globalSchema: resolved.model.globalArguments,
    repository,
    sources: await writtenSources(subject),
    scratch,
    filesRoot,
  });
  return {
    bundle: bundlePath(repository, resolved),
    hello: {
      method: request.method,
      arguments: args.method,
      globalArguments: resolved.graft === undefined
        ? args.global
        : withDefaults(resolved.model.globalArguments, args),
      withheld: args.withheld,
      repoDir: repository.root,
      modelType: { raw: resolved.model.type, normalized: resolved.type.normalized },
      definition: {
        id: definition.id,
        name: definition.name,
        version: definition.version,
        tags: definition.tags,
      },
      filesRoot,
      scratch,
      tags: request.tags ?? {},
      variables: resolved.permissions.env ?? [],
      secrets: secretsOf(args.secrets),
      ...(resolved.graft === undefined ? { checks: subject.checks } : {
        graft: true,
        checks: subject.checks && { ...subject.checks, of: resolved.graft.checks },
      }),
    },
    permissionFlags: flags,
    environment: {
      ...environmentOf(resolved),
      TMPDIR: scratch,
      // A shell command finds what its person's shell finds.
      ...(path === undefined || resolved.origin === "builtin" ? {} : { PATH: path }),
    },
    startsPrograms: (resolved.permissions.run ?? []).length > 0,
  };
}

/** The folders of sources that a run which may write could change; found only for such a run. */
async function writtenSources(
  { repository, resolved }: Pick<RunSubject, "repository" | "resolved">,
): Promise<string[]> {
  const writes = (resolved.permissions.write ?? []).length > 0;
  return writes ? await namedFolders(repository.root, (name) => Deno.env.get(name)) : [];
}

/** The code of a graft does not have the type's own schema, which would fill them in. */
function withDefaults(
  schema: JsonSchema = {},
  { global, withheld }: Pick<RunArguments, "global" | "withheld">,
): Record<string, unknown> {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  const missing = Object.entries(properties).filter(([name, property]) =>
    property["default"] !== undefined && global[name] === undefined &&
    !Object.hasOwn(withheld, name)
  );
  return {
    ...Object.fromEntries(missing.map(([name, { default: one }]) => [name, one])),
    ...global,
  };
}

function bundlePath(repository: Repository, { folder, bundle }: ResolvedType): string {
  return folder.startsWith("/") ? `${folder}/${bundle}` : `${repository.state}/${folder}/${bundle}`;
}

/** A shell command is the user's own and sees what their shell would, except svc's own key. */
function environmentOf(resolved: ResolvedType): Record<string, string> {
  if (resolved.origin !== "builtin") return childEnvironment(resolved.permissions.env);
  const { SVC_API_KEY: _, ...rest } = Deno.env.toObject();
  return { ...rest, ...childEnvironment() };
}

import { childEnvironment } from "../process/environment.ts";
import type { Repository } from "../repository/repository.ts";
import { namedFolders } from "../sources/base.ts";
import type { ResolvedType } from "../types/resolved.ts";
import { enforcedPermissions } from "../permissions/flags.ts";
import type { Hello } from "../sandbox/protocol.ts";
import { secretTexts } from "../sandbox/secret_texts.ts";
import type { RunSubject } from "./subject.ts";

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
  subject: Omit<RunSubject, "method">,
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
      globalArguments: args.global,
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
      secrets: secretTexts(args.secrets),
      checks: subject.checks,
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

function bundlePath(repository: Repository, { folder, bundle }: ResolvedType): string {
  return folder.startsWith("/") ? `${folder}/${bundle}` : `${repository.state}/${folder}/${bundle}`;
}

/** A shell command is the user's own and sees what their shell would, except svc's own key. */
function environmentOf(resolved: ResolvedType): Record<string, string> {
  if (resolved.origin !== "builtin") return childEnvironment(resolved.permissions.env);
  const { SVC_API_KEY: _, ...rest } = Deno.env.toObject();
  return { ...rest, ...childEnvironment() };
}

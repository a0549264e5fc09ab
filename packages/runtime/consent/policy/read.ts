import { SvcError } from "@svc/core/error";
import { parentOf } from "../../base/files/path.ts";
import { lstatIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import type { Policy } from "./policy.ts";

/** The most a policy may have; who needs more has made a mistake. */
const BYTES = 1_000_000;

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** Where a policy is looked for, and the repository it must not be in. */
type PolicyPlace = Pick<Repository, "policy" | "config"> & { root?: string };

/**
 * The policy of this machine: the file that `SVC_POLICY` names, else `policy.yaml` in the person's
 * configuration folder. Undefined when neither is there; that costs one look.
 *
 * @throws SvcError `policy_invalid` when it cannot be read as one, is in the repository it is to
 *   judge, or is the one that was named and is missing; `config_exposed` when others can write it
 */
export async function readPolicy(
  { policy: named, config, root }: PolicyPlace,
): Promise<Policy | undefined> {
  const path = named ?? (config === undefined ? undefined : `${config}/policy.yaml`);
  if (path === undefined) return undefined;
  if (named !== undefined && !named.startsWith("/")) {
    throw unusable(`SVC_POLICY must be an absolute path, not ${JSON.stringify(named)}`);
  }
  if (await lstatIfPresent(path) === undefined) {
    if (named === undefined) return undefined;
    throw unusable(`SVC_POLICY names ${path}, which does not exist`);
  }
  const real = await realPath(path);
  if (root !== undefined) await assertOutside(root, [path, real]);
  const { isFile, size } = await Deno.stat(real);
  if (!isFile) throw unusable(`${path} is not a file`);
  if (size > BYTES) throw unusable(`${path} has more than ${BYTES} bytes`);
  for (const place of [real, parentOf(real), parentOf(path)]) await assertNotWritable(place);
  const text = await Deno.readTextFile(real);
  // Only who has a policy pays for reading YAML.
  const { parsePolicy } = await import("./parse.ts");
  return parsePolicy(text, path);
}

async function realPath(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch (error) {
    throw unusable(`${path} cannot be read: ${(error as Error).message}`);
  }
}

/** A repository may not bring the policy it is judged by, nor a link to another one. */
async function assertOutside(root: string, paths: readonly string[]): Promise<void> {
  const roots = [root, await Deno.realPath(root)];
  const [folder, name] = [parentOf(paths[0]!), paths[0]!.slice(paths[0]!.lastIndexOf("/"))];
  const linked = `${await realPath(folder)}${name}`;
  const inside = [...paths, linked].find((path) =>
    roots.some((one) => path === one || path.startsWith(`${one}/`))
  );
  if (inside === undefined) return;
  throw unusable(`The policy ${paths[0]} is in the repository that it applies to, ${root}`);
}

async function assertNotWritable(path: string): Promise<void> {
  const { mode, isDirectory } = await Deno.stat(path);
  if (mode === null || (mode & OTHERS_WRITE) === 0) return;
  // In a folder such as /tmp others can add files, but not replace this one.
  if (isDirectory && (mode & STICKY) !== 0) return;
  throw new SvcError("config_exposed", `Others can write ${path}, so the policy is not trusted`, {
    hint: `Look at what is in it, then make it private: chmod go-w ${path}`,
  });
}

function unusable(message: string): SvcError {
  return new SvcError("policy_invalid", message, {
    hint: "Nothing runs until the policy can be read. Put it in a folder outside of any " +
      "repository, and name it with SVC_POLICY=/absolute/path.yaml when that is not svc's " +
      "configuration folder.",
  });
}

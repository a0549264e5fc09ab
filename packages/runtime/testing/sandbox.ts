import type { Permissions } from "@svc/core/permission";
import { repositoryAt } from "../repository/repository.ts";
import { enforcedPermissions, type PermissionInput } from "../consent/permissions/flags.ts";
import { temporaryFolder, writeFiles } from "./extension.ts";
import type { Attempt } from "./sandbox_probe.ts";

/** A person's home folder with a repository in it, and a sandbox under the flags of a run. */
export interface TestSandbox extends AsyncDisposable {
  /** The absolute path of a place below the home folder. */
  at(path: string): string;
  /** What becomes of each attempt under these permissions: `ok`, `denied` or another error's name. */
  tryAll(
    permissions: Permissions,
    attempts: Attempt[],
    more?: Partial<PermissionInput>,
  ): Promise<string[]>;
}

/** Makes a home folder with `work/repo`, `.config/svc/auth.json` and these files. */
export async function testSandbox(files: Record<string, string> = {}): Promise<TestSandbox> {
  const folder = await temporaryFolder();
  const home = `${folder.path}/home`;
  const at = (path: string) => `${home}/${path}`;
  await writeFiles(home, {
    ".config/svc/auth.json": "key",
    "work/repo/.svc.yaml": "",
    "work/repo/.svc/data/x.json": "data",
    "work/repo/.git/config": "",
    "work/repo/docs/a.md": "a",
    ...files,
  });
  const scratch = `${folder.path}/svc-run-1/work`;
  await Deno.mkdir(scratch, { recursive: true });
  const probe = `${scratch}/probe.ts`;
  await Deno.copyFile(`${import.meta.dirname}/sandbox_probe.ts`, probe);
  return {
    at,
    tryAll: async (permissions, attempts, more = {}) => {
      const { flags, path } = enforcedPermissions({
        permissions,
        repository: repositoryAt(at("work/repo"), at(".config/svc")),
        scratch,
        filesRoot: undefined,
        env: (name) => name === "HOME" ? home : Deno.env.get(name),
        ...more,
      });
      const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-prompt", "--no-config", "--no-lock", "--no-check", "--quiet"]
          .concat(flags, probe, JSON.stringify(attempts)),
        cwd: at("work/repo"),
        env: path === undefined ? {} : { PATH: path },
      }).output();
      const text = new TextDecoder().decode(stdout);
      if (text === "") throw new Error(new TextDecoder().decode(stderr));
      return JSON.parse(text);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

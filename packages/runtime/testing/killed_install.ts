// Installs an extension and kills its own process just before the change of the repository whose
// number is given, so that a test can stop an install at every place there is.
import { installExtension, type VerifiedExtension } from "../installed/install.ts";
import { repositoryAt } from "../repository/repository.ts";

/** What to install where, and how far. */
export interface KilledInstall {
  root: string;
  extension: Omit<VerifiedExtension, "files">;
  /** Content in base64 by path. */
  files: [path: string, base64: string][];
  /** The change that does not happen any more. */
  killBefore: number;
}

const CHANGES = ["rename", "remove", "mkdir", "writeFile", "writeTextFile"] as const;

if (import.meta.main) {
  const task = JSON.parse(Deno.args[0]!) as KilledInstall;
  let changes = 0;
  for (const name of CHANGES) {
    const change = Deno[name] as (...args: unknown[]) => Promise<void>;
    Object.assign(Deno, {
      [name]: (...args: unknown[]) => {
        const inside = String(args[0]).startsWith(task.root);
        if (inside && ++changes === task.killBefore) Deno.kill(Deno.pid, "SIGKILL");
        return change(...args);
      },
    });
  }
  await installExtension(repositoryAt(task.root), {
    ...task.extension,
    files: new Map(
      task.files.map(([path, text]) => [path, { bytes: Uint8Array.fromBase64(text) }]),
    ),
  });
  await Deno.stdout.write(new TextEncoder().encode(`${changes}\n`));
}

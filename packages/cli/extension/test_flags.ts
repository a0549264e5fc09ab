import type { Manifest } from "@svc/core/manifest";
import { PERMISSION_KINDS, type PermissionKind, placeholderOf } from "@svc/core/permission";
import { INSTALLATION } from "@svc/runtime/files";

/**
 * The permissions of an extension's tests as flags of `deno test`: what the manifest declares, and what
 * tests need of themselves. An entry whose value is not known before a run stands for all of its kind.
 *
 * @param folder of the extension, which the tests are run in, and that of temporary files: absolute
 */
export function testFlags(
  { permissions = {} }: Manifest,
  { folder, temporary }: { folder: string; temporary: string },
): string[] {
  /** What tests need of themselves; undefined for kinds that are no flags of `deno`. */
  const own: Record<PermissionKind, string[] | undefined> = {
    net: ["127.0.0.1", "localhost"],
    // Deno reads a comma as the end of a path.
    read: [folder.includes(",") ? "." : folder, temporary],
    write: [temporary],
    run: [Deno.execPath()],
    env: ["SVC_TEST_CLIENT", "TMPDIR"],
    sys: [],
    data: undefined,
    graft: undefined,
  };
  return PERMISSION_KINDS.flatMap((kind) => {
    const needed = own[kind];
    if (needed === undefined) return [];
    const declared = (permissions[kind] ?? []).map(expanded);
    if (declared.some((entry) => isOpen(kind, entry))) return [`--allow-${kind}`];
    const entries = [...needed, ...declared];
    return entries.length === 0 ? [] : [`--allow-${kind}=${entries.join(",")}`];
  });
}

function isOpen(kind: PermissionKind, entry: string): boolean {
  return placeholderOf(kind, entry) !== undefined || entry.includes("*") || entry.includes(",");
}

function expanded(entry: string): string {
  return entry.startsWith("~/") ? `${Deno.env.get("HOME") ?? ""}${entry.slice(1)}` : entry;
}

/** The command line that starts this client again. */
export function clientCommand(): string[] {
  const isBuild = Deno.mainModule.endsWith("/cli.main.js");
  const [configuration, main] = isBuild
    ? ["--no-config", decodeURIComponent(new URL(Deno.mainModule).pathname)]
    : [`--config=${INSTALLATION}/deno.json`, `${INSTALLATION}/packages/cli/main.ts`];
  return [Deno.execPath(), "run", "--quiet", "--allow-all", "--no-lock", configuration, main];
}

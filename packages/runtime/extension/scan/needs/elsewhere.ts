/** Variables that only Windows sets. */
const WINDOWS = new Set([
  "APPDATA",
  "COMSPEC",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATHEXT",
  "ProgramData",
  "ProgramFiles",
  "ProgramFiles(x86)",
  "SYSTEMROOT",
  "SystemRoot",
  "USERPROFILE",
  "windir",
]);

/** Files by which packages find out whether they run in a container or below Windows, and on which libc. */
const MARKS = new Set([
  ...["/.dockerenv", "/run/.containerenv", "/run/WSL", "/etc/wsl.conf"],
  ...["/usr/bin/ldd", "/etc/alpine-release"],
]);

/**
 * True for what is never asked for: what exists on Windows only, where svc does not run, what packages
 * use to detect the platform, and what Deno never grants.
 */
export function isElsewhere(
  { kind, entry }: { kind: string; entry?: string | undefined },
): boolean {
  if (entry === undefined) return false;
  switch (kind) {
    case "env":
      return WINDOWS.has(entry);
    case "run":
      return /\.(?:exe|cmd|bat)$/i.test(entry);
    case "read":
    case "write":
      return MARKS.has(entry) || /^\/(?:proc|sys)(?:\/|$)/.test(entry) ||
        WINDOWS.has(/^\$\{env\.(.+)\}$/.exec(entry)?.[1] ?? "");
    default:
      return false;
  }
}

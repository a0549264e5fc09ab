/** Why an entry is no kind of system information, or undefined when it is one. */
export function systemProblem(entry: string): string | undefined {
  return SYS_NAMES.has(entry) ? undefined : `must be one of ${[...SYS_NAMES].join(", ")}`;
}

/** The system-information names the sandbox knows. */
const SYS_NAMES: ReadonlySet<string> = new Set([
  "hostname",
  "osRelease",
  "osUptime",
  "loadavg",
  "networkInterfaces",
  "systemMemoryInfo",
  "uid",
  "gid",
  "cpus",
  "homedir",
  "getegid",
  "username",
  "statfs",
  "getPriority",
  "setPriority",
]);

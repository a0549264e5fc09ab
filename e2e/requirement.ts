/** Programs that some tests drive and that a machine may lack; `.ci/run` installs them all. */
export type Program =
  | "caddy"
  | "ceph"
  | "ceph-mon"
  | "ceph-osd"
  | "chromium"
  | "gh"
  | "git"
  | "gpg"
  | "nginx"
  | "openssl"
  | "pass"
  | "prlimit"
  | "promtool"
  | "radosgw"
  | "script"
  | "systemd-analyze";

/** The names a program may have in `PATH`, tried in order. */
const CANDIDATES: Readonly<Record<Program, readonly string[]>> = {
  caddy: ["caddy"],
  chromium: ["chromium", "chromium-browser", "google-chrome"],
  gh: ["gh"],
  git: ["git"],
  gpg: ["gpg"],
  nginx: ["nginx"],
  openssl: ["openssl"],
  pass: ["pass"],
  // Of the Debian package util-linux.
  prlimit: ["prlimit"],
  // Of the Debian package prometheus.
  promtool: ["promtool"],
  // Of the Debian packages radosgw, ceph-mon, ceph-osd and ceph-common: an S3 server.
  radosgw: ["radosgw"],
  "ceph-mon": ["ceph-mon"],
  "ceph-osd": ["ceph-osd"],
  ceph: ["ceph"],
  // Of the Debian package bsdutils: it makes pseudo-terminals.
  script: ["script"],
  "systemd-analyze": ["systemd-analyze"],
};

/** The path of an installed program, or undefined. */
function findProgram(program: Program): string | undefined {
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
  return CANDIDATES[program]
    .flatMap((name) => folders.map((folder) => `${folder}/${name}`))
    .find(isFile);
}

/**
 * The path of a program that the running test needs.
 *
 * @throws Error when it is not installed, which {@link testNeeding} lets happen only under `CI`.
 */
export function programPath(program: Program): string {
  const path = findProgram(program);
  if (path === undefined) throw new Error(`${program} is not installed`);
  return path;
}

/**
 * Registers a test that drives installed programs. Where one is missing the test is skipped and its
 * name says why; under `CI=true` it is never skipped, so that it fails instead.
 */
export function testNeeding(
  programs: readonly Program[],
  name: string,
  body: (test: Deno.TestContext) => Promise<void>,
): void {
  const missing = programs.filter((program) => findProgram(program) === undefined);
  const ignore = missing.length > 0 && Deno.env.get("CI") !== "true";
  Deno.test({
    name: ignore ? `${name} (skipped: ${missing.join(", ")} not installed)` : name,
    ignore,
    fn: body,
  });
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

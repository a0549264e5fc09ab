/** Programs that some tests drive and that a machine may lack; `.ci/run` installs them all. */
export type Program = "chromium" | "gh" | "git" | "node" | "postgres";

/** The files a program may be, tried in order: a path, or a name looked up in `PATH`. */
const CANDIDATES: Readonly<Record<Program, readonly string[]>> = {
  chromium: ["chromium", "chromium-browser", "google-chrome"],
  gh: ["gh"],
  git: ["git"],
  node: ["node"],
  postgres: ["postgres", ...["17", "16", "15"].map((v) => `/usr/lib/postgresql/${v}/bin/postgres`)],
};

/** The path of an installed program, or undefined. */
export function findProgram(program: Program): string | undefined {
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
  return CANDIDATES[program]
    .flatMap((name) => name.startsWith("/") ? [name] : folders.map((folder) => `${folder}/${name}`))
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

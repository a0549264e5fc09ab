/** Where Debian and others put the programs of Postgres, beside `PATH`. */
const FOLDERS = [18, 17, 16, 15].flatMap((major) => [
  `/usr/lib/postgresql/${major}/bin`,
  `/usr/pgsql-${major}/bin`,
]);

/** The folder of Postgres' programs, or undefined where it is not installed. */
export function postgresPrograms(): string | undefined {
  return [...FOLDERS, ...searchPath()].find((folder) =>
    ["initdb", "pg_ctl", "postgres"].every((name) => isFile(`${folder}/${name}`))
  );
}

/** The folder of Postgres' programs. @throws Error where it is not installed */
export function installedPrograms(): string {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("Postgres is not installed");
  return programs;
}

/** The path of pgbouncer, or undefined where it is not installed. */
export function pgbouncerProgram(): string | undefined {
  return ["/usr/sbin", ...searchPath()].map((folder) => `${folder}/pgbouncer`).find(isFile);
}

/**
 * What a command begins with to run as somebody else than root, whom neither program works for: the
 * user `postgres`, which Debian's packages make.
 */
export function unprivileged(): string[] {
  if (Deno.uid() !== 0) return [];
  return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"];
}

/** Gives a folder and what is in it to the user of {@link unprivileged}. */
export async function giveAway(folder: string): Promise<void> {
  if (Deno.uid() === 0) await succeed(["chown", "-R", "postgres:postgres", folder]);
}

/** Runs a command to its end; returns what it printed. @throws Error with what it said when it fails */
export async function succeed([program, ...args]: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program!, {
    args,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  if (!success) throw new Error(`${program}: ${new TextDecoder().decode(stderr).slice(-2000)}`);
  return new TextDecoder().decode(stdout);
}

function searchPath(): string[] {
  return (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

import { DatabaseSync } from "node:sqlite";

/** Milliseconds of the documentation tool on a source, for symbols and slow types in one run. */
export async function docAlone(source: string): Promise<number> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/hello.ts`, source);
    const doc = (...args: string[]) =>
      new Deno.Command("nice", {
        // As the registry does, so that both get the same share of a busy machine.
        args: [
          ...["-n", "5", Deno.execPath(), "doc", ...args],
          ...["--no-npm", "--no-remote", "--no-config", "--no-lock", "hello.ts"],
        ],
        cwd: folder,
        stdout: "piped",
        stderr: "piped",
      }).output();
    const start = performance.now();
    await doc("--json", "--lint");
    return performance.now() - start;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/**
 * Milliseconds of making bytes and one row survive a power cut: the file and its folder synchronised,
 * then a transaction in a database of the server's settings.
 */
export async function commitAlone(folder: string, bytes: Uint8Array): Promise<number> {
  const path = `${folder}/blob-${crypto.randomUUID()}`;
  using database = new DatabaseSync(`${folder}/commit.db`);
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  database.exec("create table if not exists version (id text primary key, facts text)");
  const start = performance.now();
  await Deno.writeFile(path, bytes);
  for (const synchronised of [path, folder]) {
    using file = await Deno.open(synchronised);
    await file.sync();
  }
  database.exec("begin immediate");
  database.prepare("insert into version values (?, ?)").run(path, "f".repeat(2000));
  database.exec("commit");
  return performance.now() - start;
}

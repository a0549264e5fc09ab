// Tries things that a permission is needed for and prints, as JSON, the outcome of each: `ok`,
// `denied`, or the name of another error.

/** Something to try. */
export type Attempt =
  | [op: "read" | "write" | "stat" | "list" | "remove" | "run" | "connect" | "unix", target: string]
  | [op: "rename" | "link" | "symlink", target: string, to: string]
  | [op: "query", descriptor: Deno.PermissionDescriptor];

async function attempt(one: Attempt): Promise<unknown> {
  switch (one[0]) {
    case "read":
      return await Deno.readFile(one[1]);
    case "write":
      return await Deno.writeTextFile(one[1], "changed");
    case "stat":
      return await Deno.stat(one[1]);
    case "list":
      return await Array.fromAsync(Deno.readDir(one[1]));
    case "remove":
      return await Deno.remove(one[1], { recursive: true });
    case "rename":
      return await Deno.rename(one[1], one[2]);
    case "link":
      return await Deno.link(one[1], one[2]);
    case "symlink":
      return await Deno.symlink(one[1], one[2]);
    case "run":
      return await new Deno.Command(one[1]).output();
    case "unix":
      return (await Deno.connect({ transport: "unix", path: one[1] })).close();
    case "connect":
      return await (await fetch(one[1])).body?.cancel();
    case "query": {
      if ((await Deno.permissions.query(one[1])).state === "granted") return;
      throw new Deno.errors.NotCapable("not granted");
    }
  }
}

if (import.meta.main) {
  const attempts = JSON.parse(Deno.args[0]!) as Attempt[];
  const results: string[] = [];
  for (const one of attempts) {
    try {
      await attempt(one);
      results.push("ok");
    } catch (error) {
      results.push(error instanceof Deno.errors.NotCapable ? "denied" : (error as Error).name);
    }
  }
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(results)));
}

import { importsOf, sources } from "./imports.ts";

/** One import of a product file by another, both as paths below the root. */
export interface Arrow {
  from: string;
  to: string;
  line: number;
}

/** Every import of one product file by another, by relative path or by a package's export. */
export async function arrowsOf(root: string, folder: string): Promise<Arrow[]> {
  const files = await Array.fromAsync(sources(`${root}/${folder}`));
  const known = new Set(files);
  const exported = await exportsOf(`${root}/${folder}`);
  const shown = (file: string) => file.slice(root.length + 1);
  const arrows = await Promise.all(
    files.map(async (from) =>
      importsOf(await Deno.readTextFile(from), from).flatMap(({ specifier, resolved, line }) => {
        const to = resolved ?? exported.get(specifier);
        return to !== undefined && known.has(to)
          ? [{ from: shown(from), to: shown(to), line }]
          : [];
      })
    ),
  );
  return arrows.flat();
}

/** The file behind each name that a package of the workspace exports. */
async function exportsOf(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for await (const { name } of Deno.readDir(folder)) {
    const home = `${folder}/${name}`;
    const manifest = await Deno.readTextFile(`${home}/deno.json`).catch(() => null);
    if (manifest === null) continue;
    const { name: scope, exports } = JSON.parse(manifest) as {
      name: string;
      exports: string | Record<string, string>;
    };
    for (
      const [key, path] of Object.entries(typeof exports === "string" ? { ".": exports } : exports)
    ) {
      files.set(`${scope}${key.slice(1)}`, `${home}/${path.replace(/^\.\//, "")}`);
    }
  }
  return files;
}

/**
 * Pairs of folders that import each other, at any depth: `a/b` counts for `a`, and a folder's own
 * files against the folders below it. Each with an arrow of the rarer direction.
 */
export function mutualPairs(arrows: readonly Arrow[]): string[] {
  const found = new Map<string, string>();
  const deepest = Math.max(0, ...arrows.map(({ from }) => from.split("/").length));
  for (let depth = 1; depth < deepest; depth++) {
    const between = new Map<string, Arrow[]>();
    for (const arrow of arrows) {
      const [a, b] = [folderAt(arrow.from, depth), folderAt(arrow.to, depth)];
      if (a !== b) between.set(`${a} -> ${b}`, [...between.get(`${a} -> ${b}`) ?? [], arrow]);
    }
    for (const [key, there] of between) {
      const [a, b] = key.split(" -> ") as [string, string];
      const back = between.get(`${b} -> ${a}`);
      if (!back || found.has(`${b} <-> ${a}`) || found.has(`${a} <-> ${b}`)) continue;
      const rarer = there.length < back.length ? there[0]! : back[0]!;
      found.set(`${a} <-> ${b}`, `${a} <-> ${b}, as ${rarer.from}:${rarer.line} -> ${rarer.to}`);
    }
  }
  return [...found.values()].sort();
}

/** Circles of folders, at any depth: `a` imports `b`, which imports `c`, which imports `a`. */
export function folderCircles(arrows: readonly Arrow[]): string[][] {
  const deepest = Math.max(0, ...arrows.map(({ from }) => from.split("/").length));
  const found = new Map<string, string[]>();
  for (let depth = 1; depth < deepest; depth++) {
    const folded = arrows.flatMap(({ from, to, line }) => {
      const [a, b] = [folderAt(from, depth), folderAt(to, depth)];
      return a === b ? [] : [{ from: a, to: b, line }];
    });
    for (const circle of circles(folded)) found.set(circle.join(), circle);
  }
  return [...found.values()];
}

function folderAt(file: string, depth: number): string {
  return file.split("/").slice(0, -1).slice(0, depth).join("/");
}

/** Circles of files that import each other, directly or through others. */
export function circles(arrows: readonly Arrow[]): string[][] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const reach = (start: string) => {
    const seen = new Set<string>();
    const open = [start];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      for (const { to } of next.get(file) ?? []) {
        if (!seen.has(to)) open.push(to);
        seen.add(to);
      }
    }
    return seen;
  };
  const reached = new Map([...next.keys()].map((file) => [file, reach(file)]));
  const inCircle = [...reached].filter(([file, seen]) => seen.has(file)).map(([file]) => file);
  const placed = new Set<string>();
  return inCircle.flatMap((file) => {
    if (placed.has(file)) return [];
    const circle = inCircle.filter((other) =>
      reached.get(file)!.has(other) && reached.get(other)!.has(file)
    );
    for (const member of circle) placed.add(member);
    return [circle.sort()];
  });
}

import type { RenderOptions } from "../../platform/web/markdown/render.ts";
import type { DocsSection } from "./page.tsx";

/** One page of the manual. */
export interface ManualPage {
  /** `/docs/tutorial`; `/docs` for the first page. */
  path: string;
  title: string;
  /** Folder below the manual's own, or empty. */
  folder: string;
  source: string;
}

/** The manual as read from its folder. */
export interface Manual {
  pages: ReadonlyMap<string, ManualPage>;
  sections: DocsSection[];
}

/** Pages of the top folder in the order they are best read; others follow by title. */
const FIRST = [
  "index",
  "tutorial",
  "concepts",
  "using-extensions",
  "checking-the-log",
  "behaviors",
  "vaults",
  "catalogue",
  "accounts",
  "stolen-laptop",
  "serve",
  "mcp",
  "writing-an-extension",
  "trusted-publishing",
  "collectives",
  "moving-over",
  "self-hosting",
  "operating",
  "scaling",
  "mirrors",
  "transparency-log",
];

/** The address that the manual's files have, as they are in the repository. */
const WRITTEN = "http://localhost:8787";

const FOLDER = new URL("../../../../docs/", import.meta.url);

/**
 * Reads the manual's markdown files: the top folder and one level of folders below it, without the
 * notes for who changes svc.
 *
 * @param baseUrl the registry's own address, which the commands of its manual show
 */
export async function readManual(baseUrl: string, folder: URL = FOLDER): Promise<Manual> {
  const pages = [
    ...(await readFolder(folder, "")).map((page) => ({
      ...page,
      source: page.source.replaceAll(WRITTEN, baseUrl),
    })),
    ...(await Promise.all(
      (await entriesOf(folder)).filter((entry) => entry.isDirectory && entry.name !== "decisions")
        .map((entry) => readFolder(new URL(`${entry.name}/`, folder), entry.name)),
    )).flat(),
  ];
  pages.sort((a, b) =>
    Number(a.folder !== "") - Number(b.folder !== "") || a.folder.localeCompare(b.folder) ||
    rank(a) - rank(b) || a.title.localeCompare(b.title)
  );
  return { pages: new Map(pages.map((page) => [page.path, page])), sections: sectionsOf(pages) };
}

/** How a page of the manual is rendered: links between its files become links between its pages. */
export function manualOptions({ folder }: ManualPage): RenderOptions {
  return { idPrefix: "", headingShift: 0, trusted: true, place: { root: "/docs/", folder } };
}

async function readFolder(folder: URL, name: string): Promise<ManualPage[]> {
  const files = (await entriesOf(folder)).filter((entry) =>
    entry.isFile && entry.name.endsWith(".md")
  );
  return await Promise.all(files.map(async (file): Promise<ManualPage> => {
    const source = await Deno.readTextFile(new URL(file.name, folder));
    const stem = file.name.slice(0, -".md".length);
    const below = [name, stem === "index" ? "" : stem].filter((part) => part !== "");
    return {
      path: ["/docs", ...below].join("/"),
      title: /^# +(.+)$/m.exec(source)?.[1]?.replaceAll("`", "") ?? stem,
      folder: name,
      source,
    };
  }));
}

async function entriesOf(folder: URL): Promise<Deno.DirEntry[]> {
  try {
    return await Array.fromAsync(Deno.readDir(folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function rank(page: ManualPage): number {
  const place = FIRST.indexOf(page.path.split("/").at(-1)!);
  return page.path === "/docs" ? 0 : place < 0 ? FIRST.length : place;
}

function sectionsOf(pages: readonly ManualPage[]): DocsSection[] {
  const sections: DocsSection[] = [];
  for (const { folder, path, title } of pages) {
    const name = folder === "" ? "Manual" : folder[0]!.toUpperCase() + folder.slice(1);
    let section = sections.find((known) => known.title === name);
    if (section === undefined) sections.push(section = { title: name, entries: [] });
    section.entries.push({ path, title });
  }
  return sections;
}

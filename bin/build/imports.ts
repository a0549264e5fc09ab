import { type Expression, type Node, parse } from "acorn";

/** What a built module imports. */
export interface Imports {
  /** Packages of others by the names they are imported with. */
  packages: readonly string[];
  /** Where each import's name stands, and how it is imported. */
  places: readonly Place[];
}

interface Place {
  start: number;
  end: number;
  specifier: string;
  kind: "static" | "dynamic" | "resolved";
}

/** The imports of a built module. Code in texts, such as the programs that svc writes, is none. */
export function importsOf(text: string): Imports {
  const places: Place[] = [];
  const add = (kind: Place["kind"], { start, end }: Node, source: Expression) => {
    if (source.type === "Literal" && typeof source.value === "string") {
      places.push({ kind, start, end, specifier: source.value });
    }
  };
  const note = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const found = node as Found;
    if (found.type === "ImportExpression") add("dynamic", found.source, found.source);
    else if (found.type === "CallExpression") {
      const [named] = found.arguments;
      if (named && isResolve(found.callee)) add("resolved", found, named);
    } else if (DECLARATIONS.has(found.type) && found.source) {
      add("static", found.source, found.source);
    }
    for (const part of Object.values(node)) note(part);
  };
  note(parse(text, { ecmaVersion: "latest", sourceType: "module" }));
  const packages = places.map(({ specifier }) => specifier).filter(isPackage);
  return { packages: [...new Set(packages)], places };
}

interface Found extends Node {
  source: Expression;
  callee: Expression;
  arguments: Expression[];
}

const DECLARATIONS: ReadonlySet<string> = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
]);

/** `import.meta.resolve` */
function isResolve(callee: Expression): boolean {
  return callee.type === "MemberExpression" && callee.object.type === "MetaProperty" &&
    callee.property.type === "Identifier" && callee.property.name === "resolve";
}

function isPackage(specifier: string): boolean {
  return !/^(?:\.{0,2}\/|[a-z]+:)/.test(specifier);
}

/** The file of the build that holds a package of others. */
export function packageFile(specifier: string): string {
  return `npm.${specifier.replaceAll("/", "+")}.js`;
}

/**
 * The text with packages of others taken from the build.
 *
 * @param late makes Deno read what is imported dynamically only when that line runs
 */
export function rewritten(text: string, { places }: Imports, late: boolean): string {
  let result = text;
  for (const place of places.toSorted((a, b) => b.start - a.start)) {
    const file = isPackage(place.specifier) ? `./${packageFile(place.specifier)}` : place.specifier;
    result = result.slice(0, place.start) + importText(place.kind, JSON.stringify(file), late) +
      result.slice(place.end);
  }
  return result;
}

function importText(kind: Place["kind"], file: string, late: boolean): string {
  if (kind === "resolved") return `new URL(${file}, import.meta.url).href`;
  return kind === "dynamic" && late ? `String(${file})` : file;
}

import { siblingUrl } from "@svc/core/module";

/** Built-in modules that another stands in for while an extension is described. */
const MODULES = ["os", "fs"] as const;

/** The import map that puts them in their places; they themselves import the true ones. */
export function surroundingsMap(): string {
  const places = MODULES.map((name) => [name, siblingUrl(import.meta, `${name}.ts`)] as const);
  const imports = Object.fromEntries(
    places.flatMap(([name, place]) => [[name, place], [`node:${name}`, place]]),
  );
  const scopes = Object.fromEntries(
    places.map(([name, place]) => [place, { [`node:${name}`]: `node:${name}` }]),
  );
  return JSON.stringify({ imports, scopes });
}

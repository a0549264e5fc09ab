import { siblingUrl } from "@svc/core/module";

/** Built-in modules, and what stands in for each while an extension is described. */
const MODULES = {
  os: siblingUrl(import.meta, "os.ts"),
  fs: siblingUrl(import.meta, "fs.ts"),
};

/** The import map that puts them in their places; what is beside them imports the true ones. */
export function surroundingsMap(): string {
  const places = Object.entries(MODULES);
  const imports = Object.fromEntries(
    places.flatMap(([name, place]) => [[name, place], [`node:${name}`, place]]),
  );
  const trueOnes = Object.fromEntries(places.map(([name]) => [`node:${name}`, `node:${name}`]));
  const scopes = Object.fromEntries(
    places.map(([, place]) => [new URL(".", place).href, trueOnes]),
  );
  return JSON.stringify({ imports, scopes });
}

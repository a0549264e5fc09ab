import { parse } from "yaml";

/** The version of an extension of the catalogue, as its manifest says. */
export async function catalogueVersion(name: string): Promise<string> {
  const manifest = new URL(`../../extensions/${name}/manifest.yaml`, import.meta.url);
  return parse(await Deno.readTextFile(manifest)).version;
}

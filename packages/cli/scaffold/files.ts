import { configurationText } from "../extension/kit.ts";
import { licenseText } from "./license.ts";
import { readmeText } from "./readme.ts";
import { modelText, testText } from "./sources.ts";

/** What a new extension is made of. */
export interface NewExtension {
  /** `@collective/name`. */
  name: string;
  /** The last part of the name. */
  slug: string;
  /** CalVer. */
  version: string;
  /** For the licence. */
  holder: string;
  year: number;
}

/** The files of a new extension by their path in its folder. It earns every point as it stands. */
export function newFiles(extension: NewExtension): Record<string, string> {
  const module = extension.slug.replaceAll("-", "_");
  return {
    "manifest.yaml": manifestText(extension, module),
    [`${module}.ts`]: modelText(extension),
    [`${module}_test.ts`]: testText(extension, module),
    "README.md": readmeText(extension),
    "LICENSE": licenseText(extension),
    "deno.json": configurationText(),
    ".gitignore": "# Types and test helpers; 'svc extension init --types' writes them.\n.svc/\n",
  };
}

function manifestText({ name, version }: NewExtension, module: string): string {
  return `manifestVersion: 1
name: "${name}"
version: ${version}
description: Counts the lines, words and characters of a text.
# The address of a public repository earns two points once the registry has seen it:
# repository: https://github.com/owner/repository
license: MIT
paths:
  base: manifest
models:
  - ${module}.ts
additionalFiles:
  - README.md
  - LICENSE
labels:
  - text
# What the code may do. This one only computes. An extension that asks a server has for example
#   net:
#     - api.example.com
permissions: {}
`;
}

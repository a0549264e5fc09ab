import type { Descriptor } from "@svc/core/descriptor";
import { packArchive } from "@svc/scorecard/archive";
import { stringify } from "yaml";

/** What of a small valid extension a test may change. */
export interface PackageOptions {
  name?: string;
  version?: string;
  /** Further manifest keys. */
  manifest?: Record<string, unknown>;
  /** The type its model defines; by default the extension's name. */
  type?: string;
  source?: string;
  readme?: string;
  /** Further files, by path below `extension/`. */
  files?: Record<string, string>;
  /** False leaves the descriptor out. */
  described?: boolean;
}

/** Packs a small valid extension with one model. */
export async function packageOf(options: PackageOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
  const name = options.name ?? "@acme/hello";
  const type = options.type ?? name;
  const manifest = {
    manifestVersion: 1,
    name,
    version: options.version ?? "2026.01.02.1",
    description: "Says hello",
    models: ["hello.ts"],
    additionalFiles: ["README.md", "LICENSE"],
    ...options.manifest,
  };
  const descriptor: Descriptor = {
    descriptorVersion: 1,
    models: [{
      file: "hello.ts",
      type,
      version: "2026.01.02.1",
      dataOutputSpecs: [],
      methods: [{
        name: "greet",
        description: "Greets",
        arguments: { type: "object", properties: {}, additionalProperties: false },
      }],
    }],
    reports: [],
    vaults: [],
    datastores: [],
    permissions: {},
  };
  const files: Record<string, string> = {
    "manifest.yaml": stringify(manifest),
    "models/hello.ts": options.source ??
      "/** Says hello. @module */\n/** The greeting. */\nexport const greeting: string = 'hello';\n",
    "files/README.md": options.readme ??
      `# Hello\n\n${"It says hello to whoever asks. ".repeat(20)}\n\n` +
        "```sh\nsvc run hello\n```\n\n```sh\nsvc data list\n```\n",
    "files/LICENSE": "Apache-2.0\n",
    ...(options.described === false ? {} : { "descriptor.json": JSON.stringify(descriptor) }),
    ...options.files,
  };
  const packed = await packArchive(
    Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) })),
  );
  return new Uint8Array(packed);
}

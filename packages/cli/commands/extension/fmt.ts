import { SvcError } from "@svc/core/error";
import { formatFiles } from "../../extension/format.ts";
import { absoluteIn, MANIFEST_PATH, readManifest } from "../../extension/manifest.ts";
import { defineCommand, flag } from "../../frame/command.ts";

interface Result {
  name: string;
  /** True when every file is formatted now. */
  formatted: boolean;
}

export default defineCommand({
  description: [
    "Formats the files in the folder of the manifest as 'deno fmt' does, with the Deno that comes with",
    "svc and the settings of the nearest deno.json. With --check it changes nothing, and ends with exit",
    "code 1 when a file would change.",
  ].join("\n"),
  examples: {
    "svc extension fmt": "the extension in this folder",
    "svc extension fmt extensions/tool --check": "in CI",
  },
  arguments: [MANIFEST_PATH],
  options: {
    check: flag("Show what would change, without writing it"),
  },
  async run({ arguments: { "manifest-path": given }, options, host }) {
    const file = await absoluteIn(host.cwd, given);
    const { name } = await readManifest(file);
    const folder = file.slice(0, file.lastIndexOf("/"));
    const { success, output } = await formatFiles(folder, { check: options.check });
    if (!success) host.stderr(output);
    if (!success && !options.check) {
      throw new SvcError("validation_failed", `${name} cannot be formatted`, {
        hint: "See the lines above. A file that cannot be parsed is not changed.",
      });
    }
    return { name, formatted: success } satisfies Result;
  },
  text: ({ name, formatted }) => `${name}: ${formatted ? "formatted" : "not formatted"}`,
  exit: ({ formatted }) => formatted ? 0 : 1,
});

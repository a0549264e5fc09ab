import { deepEqual } from "node:assert/strict";
import { repositoryAt } from "../../repository/repository.ts";
import { enforcedPermissions } from "./flags.ts";

/** Reads a file through a link, by the bytes of its name; what was read, or why it was not. */
const READS = `for (const url of Deno.args) {
  await fetch(url).then((response) => response.text()).then(console.log, () => console.log("closed"));
}`;

Deno.test({
  name:
    "a link whose name is not UTF-8, or is in such a folder, leads nowhere that was not granted",
  // Other systems have no such names.
  ignore: Deno.build.os !== "linux",
  async fn() {
    const folder = await Deno.makeTempDir();
    try {
      const root = `${folder}/repo`;
      await Deno.mkdir(`${root}/data/in`, { recursive: true });
      await Deno.mkdir(`${root}/data/below`);
      await Deno.writeTextFile(`${root}/data/fine`, "fine");
      await Deno.writeTextFile(`${folder}/secret`, "secret");
      const made = await new Deno.Command("sh", {
        args: [
          "-c",
          `ln -s ../../../secret "data/in/$(printf '\\377')" &&
            mkdir "data/below/$(printf '\\376')" &&
            ln -s ../../../../secret "data/below/$(printf '\\376')/link"`,
        ],
        cwd: root,
      }).output();
      deepEqual(made.code, 0);
      const { flags } = enforcedPermissions({
        permissions: { read: ["data"] },
        repository: repositoryAt(root),
        scratch: `${folder}/scratch`,
        filesRoot: undefined,
        env: () => undefined,
      });
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-prompt", "--no-config", "--no-lock", "--no-check", "--quiet"].concat(
          flags,
          `data:text/javascript,${encodeURIComponent(READS)}`,
          ["in/%FF", "below/%FE/link", "fine"].map((path) => `file://${root}/data/${path}`),
        ),
      }).output();
      const lines = new TextDecoder().decode(stdout).trim().split("\n");
      deepEqual(lines, ["closed", "closed", "fine"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

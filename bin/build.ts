// Bundles the client into `dist`, which spares each start the reading of some hundred files, and packs
// it for npm into `dist/package`. Without `dist`, or where a source is newer, bin/svc runs the sources.
import { makeClient } from "./build/make.ts";

const root = await Deno.realPath(`${import.meta.dirname}/..`);
const aside = await Deno.makeTempDir({ dir: root, prefix: ".build-" });
try {
  await makeClient(root, aside);
  await Deno.chmod(aside, 0o755);
  await Deno.remove(`${root}/dist`, { recursive: true }).catch(() => {});
  await Deno.rename(aside, `${root}/dist`);
} catch (error) {
  const note = `svc: the client could not be built and runs from its sources: ${error}\n`;
  await Deno.stderr.write(new TextEncoder().encode(note));
  await Deno.remove(aside, { recursive: true }).catch(() => {});
  await Deno.remove(`${root}/dist`, { recursive: true }).catch(() => {});
}

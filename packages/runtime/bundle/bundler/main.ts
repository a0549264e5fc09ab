// Bundles in a process that may read the extension's files and the packages of its lock, and nothing
// else: `Deno.bundle` holds every import to the permissions of its process, `deno bundle` does not.
import type { BundlerAnswer, BundlerError, BundlerTask } from "./task.ts";

const { roots, folder } = JSON.parse(await new Response(Deno.stdin.readable).text()) as BundlerTask;
const answer: BundlerAnswer = await Deno.bundle({
  entrypoints: [...roots],
  outputDir: folder,
  platform: "deno",
  // Names are not kept: beside minifying that breaks require() of built-in modules in packages.
  minify: true,
  sourcemap: "external",
  write: false,
}).then(
  ({ success, outputFiles = [], errors }) =>
    success ? { files: outputFiles.map(fileOf) } : { errors: errors.map(errorOf) },
  (error) => ({ errors: [{ text: String(error?.message ?? error) }] }),
);
await new Response(JSON.stringify(answer)).body!.pipeTo(Deno.stdout.writable);

function fileOf(file: Deno.bundle.OutputFile): { path: string; text: string } {
  const text = file.text();
  return { path: file.path, text: file.path.endsWith(".map") ? withoutContent(text) : text };
}

function errorOf({ text, location }: Deno.bundle.Message): BundlerError {
  return { text, ...(location ? { file: location.file, line: location.line } : {}) };
}

/** A source map as it is kept: the content of the sources is twice the size of the bundle. */
function withoutContent(map: string): string {
  const { version, sources, mappings } = JSON.parse(map);
  return JSON.stringify({ version, sources, mappings });
}

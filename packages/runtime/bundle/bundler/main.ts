// Bundles in a process that may read the extension's files and the packages of its lock, and nothing
// else: `Deno.bundle` holds every import to the permissions of its process, `deno bundle` does not.
import { type BundlerAnswer, type BundlerTask, UNPREPARED } from "./task.ts";

const { roots, folder } = JSON.parse(await new Response(Deno.stdin.readable).text()) as BundlerTask;
const result = await Deno.bundle({
  entrypoints: [...roots],
  outputDir: folder,
  platform: "deno",
  // Names are not kept: beside minifying that breaks require() of built-in modules in packages.
  minify: true,
  sourcemap: "external",
  write: false,
}).catch(() => undefined);

const answer: BundlerAnswer = result?.success
  ? {
    files: (result.outputFiles ?? []).map((file) => {
      const text = file.text();
      return { path: file.path, text: file.path.endsWith(".map") ? withoutContent(text) : text };
    }),
  }
  : {
    errors: result?.errors.map(({ text, location }) => ({
      text,
      ...(location ? { file: location.file, line: location.line } : {}),
    })) ?? [{ text: UNPREPARED }],
  };
await new Response(JSON.stringify(answer)).body!.pipeTo(Deno.stdout.writable);

/** A source map as it is kept: the content of the sources is twice the size of the bundle. */
function withoutContent(map: string): string {
  const { version, sources, mappings } = JSON.parse(map);
  return JSON.stringify({ version, sources, mappings });
}

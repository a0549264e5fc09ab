// Bundles in a process that may read the extension's files and the packages of its lock, and nothing
// else: `Deno.bundle` holds every import to the permissions of its process, `deno bundle` does not.
import { optionalImports } from "./optional.ts";
import type { BundlerAnswer, BundlerError, BundlerTask } from "./task.ts";

const task = JSON.parse(await new Response(Deno.stdin.readable).text()) as BundlerTask;
const answer = await bundled(task);
await new Response(JSON.stringify(answer)).body!.pipeTo(Deno.stdout.writable);

/** Tries again without the optional imports of packages until there are none left. */
async function bundled(task: BundlerTask): Promise<BundlerAnswer> {
  const { roots, folder, packages, lenient, whole = false } = task;
  const left = new Set<string>();
  for (;;) {
    const result = await Deno.bundle({
      entrypoints: [...roots],
      outputDir: folder,
      platform: "deno",
      // Shared code once: 64 entry points of one SDK take 9 MB instead of 580, and 5 s instead of 65.
      codeSplitting: roots.length > 1,
      external: [...left],
      // Not minified: Deno mistakes some short names, and libraries ask classes for theirs. With the
      // compiled code kept, a start takes the same time.
      minify: false,
      sourcemap: "external",
      write: false,
    }).catch((error) => error as Error);
    if (result instanceof Error) return { errors: [{ text: String(result.message) }] };
    const { success, outputFiles = [], errors } = result;
    if (success) return { files: outputFiles.map(fileOf) };
    const problems = errors.map(errorOf);
    const found = optionalImports(problems, packages, whole);
    const more = found.filter((specifier) => !left.has(specifier));
    const optional = more.length > 0 && found.length === errors.length;
    if (!optional || !lenient) return { errors: problems, optional };
    for (const specifier of more) left.add(specifier);
  }
}

function fileOf(file: Deno.bundle.OutputFile): { path: string; text: string } {
  const text = file.text();
  return { path: file.path, text: file.path.endsWith(".map") ? withoutContent(text) : text };
}

function errorOf({ text, location }: Deno.bundle.Message): BundlerError {
  return {
    text,
    ...(location ? { file: location.file, line: location.line } : {}),
  };
}

/** A source map as it is kept: the content of the sources is twice the size of the bundle. */
function withoutContent(map: string): string {
  const { version, sources, mappings } = JSON.parse(map);
  return JSON.stringify({ version, sources, mappings });
}

// Stands in the built client for packages/cli/jq/program.ts; see client.ts.

/** jq itself, compiled to WebAssembly. */
export async function jqProgram(): Promise<Uint8Array> {
  const { brotliDecompressSync } = await import("node:zlib");
  return brotliDecompressSync(await Deno.readFile(new URL("./jq.wasm.br", import.meta.url)));
}

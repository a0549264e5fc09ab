/**
 * jq itself, compiled to WebAssembly. The build of the client puts `bin/build/jq_program.ts` in the place
 * of this file, which reads it compressed.
 */
export async function jqProgram(): Promise<Uint8Array> {
  return await Deno.readFile(new URL(import.meta.resolve("jq-wasm/jq.wasm")));
}

// Runs as the other tool's program: hands its command line to svc, and writes what svc answers.
const [socket, ...args] = Deno.args;

/** Writes all of it, unless nobody reads it any more. */
async function write(stream: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stream.getWriter();
  await writer.write(new TextEncoder().encode(text)).catch(() => {});
}

async function ask(): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    using connection = await Deno.connect({ transport: "unix", path: socket! });
    const request = new Blob([`${JSON.stringify(args)}\n`]).stream();
    await request.pipeTo(connection.writable, { preventClose: true });
    return JSON.parse(await new Response(connection.readable).text());
  } catch {
    const stderr = `${
      JSON.stringify({
        error: "svc does not answer: the run has ended, or sends too many requests at once",
      })
    }\n`;
    return { code: 1, stdout: "", stderr };
  }
}

const { code, stdout, stderr } = await ask();
await write(Deno.stderr.writable, stderr);
await write(Deno.stdout.writable, stdout);
Deno.exit(code);

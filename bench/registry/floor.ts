// The floor: a bare Deno.serve that answers every request with the bytes of the file in argv[0],
// as the kind of content in argv[1].
const [path, type = "application/json; charset=utf-8"] = Deno.args;
const body = await Deno.readFile(path!);
const headers = { "content-type": type };
Deno.serve(
  {
    port: 0,
    hostname: "127.0.0.1",
    onListen: ({ port }) =>
      void Deno.stdout.writeSync(new TextEncoder().encode(`at http://127.0.0.1:${port}\n`)),
  },
  () => new Response(body, { headers }),
);

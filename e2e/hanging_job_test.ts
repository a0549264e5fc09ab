import assert from "node:assert/strict";
import { signUp } from "./process/account.ts";
import { startServer } from "./process/server.ts";

Deno.test("a server that stops does not wait for a job that hangs: it names the job, puts it back for the next server, and 'server.stopped' is the last that is heard of it", async () => {
  using mail = mute();
  await using server = await startServer({
    env: {
      SVC_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      SVC_MAIL_FROM: "svc@registry.test",
    },
  });
  await signUp(server.url, "ada");
  await mail.asked();
  await server.stop();
  const lines = server.output().trimEnd().split("\n");
  const left = lines.findIndex((line) =>
    /job\.postponed kind="mail" .*stopped and had waited 10 seconds/.test(line)
  );
  assert.ok(left > 0, server.output());
  assert.match(lines.at(-1)!, /server\.stopped/);
  await server.restart();
  await mail.asked();
  await server.kill();
});

/** A mail server that greets, and then says nothing more. */
function mute() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const held: Deno.Conn[] = [];
  return {
    port: listener.addr.port,
    /** Waits until somebody wants to send a mail. */
    async asked() {
      const connection = await listener.accept();
      held.push(connection);
      await connection.write(new TextEncoder().encode("220 mail.test\r\n"));
    },
    [Symbol.dispose]() {
      for (const connection of held) connection.close();
      listener.close();
    },
  };
}

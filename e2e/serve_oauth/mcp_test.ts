import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { createPerson } from "../process/svc.ts";
import { startServing } from "../process/serving.ts";
import { PROGRAM } from "./agent.ts";
import { allow } from "./browser.ts";
import { acmeRegistry } from "./people.ts";

type Connection = Parameters<Client["connect"]>[0];

/** What an agent keeps of its sign-in, and where it would open a browser. */
function memory() {
  const kept: Record<string, unknown> = {};
  const opened: URL[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl: PROGRAM.redirect_uris[0],
    clientMetadata: PROGRAM,
    clientInformation: () => kept["client"] as never,
    saveClientInformation: (client) => void (kept["client"] = client),
    tokens: () => kept["tokens"] as never,
    saveTokens: (tokens) => void (kept["tokens"] = tokens),
    redirectToAuthorization: (url) => void opened.push(url),
    saveCodeVerifier: (verifier) => void (kept["verifier"] = verifier),
    codeVerifier: () => kept["verifier"] as string,
  };
  return { provider, opened };
}

Deno.test("the official client finds the registry by itself, signs a person in, and has the tools of theirs", async () => {
  await using acme = await acmeRegistry();
  await using operator = await createPerson(acme.url, { SVC_API_KEY: acme.key });
  await operator.ok(["init"]);
  await operator.ok(["behavior", "create", "command/shell", "shell"]);
  await using server = await startServing(operator, [
    ...["--auth-mode", "oauth", "--oauth-provider", acme.url, "--allowed-collectives", "acme"],
  ]);
  const { provider, opened } = memory();
  const connect = () => {
    const client = new Client({ name: "agent", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      authProvider: provider,
    });
    return { client, transport, done: client.connect(transport as Connection) };
  };
  const stranger = connect();
  await rejects(stranger.done, /Unauthorized/i);
  equal(opened.length, 1);
  match(opened[0]!.href, new RegExp(`^${acme.url}/api/auth/oauth2/authorize\\?`));
  const back = await allow(acme, acme.ada, opened[0]!);
  await stranger.transport.finishAuth(back.searchParams);
  const { client, done } = connect();
  await done;
  const { tools } = await client.listTools();
  ok(tools.some(({ name }) => name === "shell__execute"));
  const result = await client.callTool({ name: "shell__execute", arguments: { run: "echo hi" } });
  equal((result.structuredContent as { status: string }).status, "succeeded");
  const runs = await client.callTool({ name: "list_runs" });
  deepEqual((runs.structuredContent as { runs: unknown[] }).runs.length, 1);
  await client.close();
});

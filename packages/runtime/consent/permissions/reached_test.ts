import { deepEqual, equal } from "node:assert/strict";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { internalKind } from "@svc/core/permission";
import { repositoryAt } from "../../repository/repository.ts";
import type { Target } from "../../testing/network_probe.ts";
import { enforcedPermissions } from "./flags.ts";
import { ownAddresses } from "./network.ts";

/** Every spelling of this machine, and addresses that are not of the public internet. */
const MACHINE = ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "::ffff:127.0.0.1"]
  .concat("0.0.0.0", "0", "::1", "::", "localhost", "LOCALHOST");
const OTHERS = ["10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254"]
  .concat("100.100.100.200", "fd00:ec2::254", "224.0.0.1", "255.255.255.255");
const OWN = ownAddresses().filter((one) => internalKind(one) !== undefined)
  .map((one) => one.replace(/[[\]]/g, ""));
const OWN_IPV6 = OWN.filter((one) => one === "::1" || one.startsWith("fe80:"));

/**
 * What was granted, and what a method then reaches and does not, whichever way it tries. `name.example` is
 * a name that leads to this machine and `$` the port that answers.
 */
const CASES: [granted: string[], open: string[], closed: string[]][] = [
  [["*"], [], [...MACHINE, ...OTHERS, ...OWN]],
  [["*", "private_network"], [], [...MACHINE, "169.254.169.254", "100.100.100.200", ...OWN_IPV6]],
  [["name.example:$"], [], ["name.example", ...MACHINE]],
  [["name.example", "private_network"], [], ["name.example"]],
  [["name.example:$", "10.0.0.1"], [], ["name.example"]],
  [["name.example:$", "127.0.0.1:1", "[::1]:1"], [], ["name.example", "127.0.0.1"]],
  [["name.example:$", "127.0.0.1:$", "[::1]:$"], ["name.example", "127.0.0.1"], ["0.0.0.0"]],
  [["localhost:$"], ["localhost"], ["0.0.0.0", "::", "10.0.0.1"]],
  [["127.0.0.1:$"], ["127.0.0.1"], ["0.0.0.0", "::1", "127.0.0.2"]],
  [["0.0.0.0"], ["0.0.0.0"], ["127.0.0.1", "::1"]],
  [["*", "localhost"], ["localhost", "127.0.0.1", "LOCALHOST"], ["0.0.0.0", "::", ...OTHERS]],
];

/** A server of this machine that takes everything, over UDP as well. */
async function anyServer(): Promise<AsyncDisposable & Omit<Target, "host">> {
  const answer = (request: Request) => {
    const { search } = new URL(request.url);
    if (search !== "") return Response.redirect(search.slice(1));
    if (request.headers.get("upgrade") !== "websocket") return new Response("ok");
    return Deno.upgradeWebSocket(request).response;
  };
  const onListen = () => {};
  const server = Deno.serve({ hostname: "0.0.0.0", port: 0, onListen }, answer);
  const { port } = server.addr;
  const six = ownAddresses().includes("[::1]")
    ? Deno.serve({ hostname: "::1", port, onListen }, answer)
    : undefined;
  const socket = createSocket("udp4");
  socket.on("message", (data, { port, address }) => socket.send(data, port, address));
  socket.bind(0);
  await once(socket, "listening");
  return {
    port,
    udp: socket.address().port,
    [Symbol.asyncDispose]: async () => {
      socket.close();
      await Promise.all([server.shutdown(), six?.shutdown()]);
    },
  };
}

function flagsFor(net: string[], proxies: string[] = []): string[] {
  const { flags } = enforcedPermissions({
    permissions: { net },
    repository: repositoryAt("/repo"),
    scratch: "/scratch",
    filesRoot: undefined,
    proxies,
    env: () => undefined,
  });
  return flags.filter((flag) => flag.includes("-net"));
}

/** Runs a module in a child under these flags; what it prints. */
async function printed(module: string, flags: string[], args: string[], env = {}): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-config", "--no-lock", "--no-check", "--quiet"]
      .concat(flags, module, args),
    env,
  }).output();
  const decoder = new TextDecoder();
  return decoder.decode(stdout) || decoder.decode(stderr);
}

for (const [granted, open, closed] of CASES) {
  Deno.test(`net ${granted.join(", ")} reaches ${open.join(", ") || "nothing internal"}, in every way`, async () => {
    await using server = await anyServer();
    // Deno knows the name of this machine as any other name.
    const named = (text: string) => text.replace("name.example", "localhost");
    const { port, udp } = server;
    const targets = [...open, ...closed].map((host) => ({ host: named(host), port, udp }));
    const text = await printed(
      `${import.meta.dirname}/../../testing/network_probe.ts`,
      flagsFor(granted.map((entry) => entry.replace("$", String(port)))).map(named),
      [JSON.stringify(targets)],
    );
    const results = Object.entries(JSON.parse(text) as Record<string, string>)
      .map(([what, result]) => ({ host: what.split(" ")[0]!, way: what, result }));
    const of = (host: string) => results.filter((one) => one.host === named(host));
    // A socket of UDP is bound to every address of the machine, which has to be granted as well.
    const shut = open.flatMap(of).filter(({ way, result }) =>
      result !== "open" && !way.endsWith("node:dgram")
    );
    deepEqual(shut, []);
    deepEqual(closed.flatMap(of).filter(({ result }) => result === "open"), []);
    deepEqual(closed.filter((host) => of(host).every(({ result }) => result !== "denied")), []);
  });
}

Deno.test("a redirect leads no further than the name that it goes to", async () => {
  await using server = await anyServer();
  const at = (host: string) => `http://${host}:${server.port}/`;
  const code = `for (const url of Deno.args) {
    await fetch(url).then(() => console.log("open"), (error) => console.log(error.cause?.message ?? error.message));
  }`;
  const text = await printed(
    `data:text/javascript,${encodeURIComponent(code)}`,
    flagsFor(["*", `127.0.0.1:${server.port}`]),
    [at("127.0.0.1"), `${at("127.0.0.1")}?${at("0.0.0.0")}`, `${at("127.0.0.1")}?${at("[::1]")}`],
  );
  const lines = text.trim().split("\n");
  deepEqual(lines.map((line) => /open|Requires net access/.exec(line)?.[0]), [
    "open",
    "Requires net access",
    "Requires net access",
  ]);
});

Deno.test("the requests of a method go through the person's proxy, wherever it is", async () => {
  await using server = await anyServer();
  const proxy = `127.0.0.1:${server.port}`;
  const code = `for (const url of Deno.args) {
    await fetch(url).then(() => console.log("open"), (error) => console.log(String(error.cause)));
  }`;
  const tried = async (proxies: string[]) =>
    (await printed(
      `data:text/javascript,${encodeURIComponent(code)}`,
      flagsFor(["public.example:80"], proxies),
      ["http://public.example/"],
      { HTTP_PROXY: `http://${proxy}`, http_proxy: "", NO_PROXY: "", no_proxy: "" },
    )).includes("open");
  equal(await tried([proxy]), true);
  equal(await tried([]), false);
});

import { plainText, UNKNOWN, type Value } from "../values/value.ts";
import { addressEntry, urlEntry } from "./host_entry.ts";
import { literals, type Need, needsFor, type PlatformCall } from "./need.ts";
import { pathEntry } from "./path_entry.ts";

const BY_URL = new Set(["fetch", "Request", "WebSocket", "WebSocketStream", "EventSource"])
  .union(new Set(["node:http2.connect"]));

const REQUESTS = new Set(["node:http.get", "node:http.request"])
  .union(new Set(["node:https.get", "node:https.request"]));

const SOCKETS = new Set(["node:net.connect", "node:net.createConnection", "node:tls.connect"]);

/** The hosts, and sockets in the file system, that a call connects to or listens on. */
export function networkNeeds(call: PlatformCall): Need[] {
  const { path } = call;
  if (BY_URL.has(path)) return byUrl(call, call.argument(0));
  if (REQUESTS.has(path)) {
    const urls = call.argument(0).filter(({ is }) => is !== "object");
    return [
      ...(urls.length > 0 ? byUrl(call, urls) : []),
      ...(call.isObject(0) ? byOptions(call, 0, undefined) : []),
    ];
  }
  if (SOCKETS.has(path)) {
    if (call.isObject(0)) return byOptions(call, 0, "localhost");
    const host = call.argument(1).filter(({ is }) => is === "text");
    return byAddress(call, host.length > 0 ? host : [plainText("localhost")], call.argument(0));
  }
  switch (path) {
    case "Deno.connect":
    case "Deno.connectTls":
      return byOptions(call, 0, "127.0.0.1");
    case "Deno.listen":
    case "Deno.listenTls":
      return byOptions(call, 0, "0.0.0.0");
    case "Deno.serve":
      return byOptions(call, 0, "0.0.0.0", "8000");
    case "Deno.resolveDns":
    case "Deno.listenDatagram":
    case "node:dns.lookup":
    case "node:dns.resolve":
    case "node:dgram.createSocket":
      return needsFor("net", [UNKNOWN], () => undefined, call);
    default:
      return [];
  }
}

function byUrl(call: PlatformCall, urls: readonly Value[]): Need[] {
  return needsFor("net", urls.length > 0 ? urls : [UNKNOWN], urlEntry, call);
}

/** `{hostname, port}`, or `{path}` for a socket in the file system. */
function byOptions(
  call: PlatformCall,
  index: number,
  otherwise: string | undefined,
  otherwisePort?: string,
): Need[] {
  const sockets = [...call.option(index, "path"), ...call.option(index, "socketPath")];
  const isRequest = REQUESTS.has(call.path);
  const files = isRequest ? call.option(index, "socketPath") : sockets;
  if (literals(files).length > 0 && files.every(({ is }) => is === "text")) {
    return (["read", "write"] as const).flatMap((kind) =>
      needsFor(kind, files, (value) => pathEntry(kind, value), call)
    );
  }
  const hosts = [...call.option(index, "hostname"), ...call.option(index, "host")];
  // Written out at the call: one that is put together elsewhere may get its host there.
  const known = call.node.arguments[index]?.type === "ObjectExpression" &&
    call.isObject(index, "every") && otherwise !== undefined;
  const ports = call.option(index, "port");
  return byAddress(
    call,
    hosts.length > 0 ? hosts : [known ? plainText(otherwise) : UNKNOWN],
    ports.length === 0 && otherwisePort !== undefined ? [plainText(otherwisePort)] : ports,
  );
}

function byAddress(
  call: PlatformCall,
  hosts: readonly Value[],
  ports: readonly Value[],
): Need[] {
  const [port, ...others] = literals(ports);
  // 0 stands for any port.
  const exact = others.length === 0 && ports.length === 1 && port !== "0" ? port : undefined;
  return needsFor("net", hosts, (host) => addressEntry(host, exact), call);
}

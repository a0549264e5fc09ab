import { interruption } from "../../behavior/interruption.ts";
import { defineCommand, number, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";

export default defineCommand({
  description: [
    "Cosigns the heads of one registry's log over HTTP until Ctrl-C or SIGTERM, as c2sp.org/tlog-witness",
    "has it: only a head that leads on from the one before. Who asks for its signature cannot be shown a",
    "history of their own. Key and last head are in --folder, which is made with the first start: keep a",
    "copy of the key, and never put an older head in the place of the last.",
    "It prints the line for SVC_LOG_WITNESSES and logTrust, and on stderr what it answers. TLS is for a",
    "proxy in front of it; run it on a machine that the registry's operator does not have.",
  ].join("\n"),
  examples: {
    "svc trust witness --log registry.example.org/log+1a2b3c4d+AbCd… --name witness.example.net --folder /var/lib/witness":
      "at http://127.0.0.1:9191/add-checkpoint",
  },
  options: {
    log: text("<vkey>", "Key of the log", { required: true }),
    name: text("<name>", "Name of the witness", { required: true }),
    folder: text("<path>", "Where key and head are", { required: true }),
    host: text("<host>", "Address to listen on", { default: "127.0.0.1" }),
    port: number("<n>", "Port to listen on", { default: 9191 }),
  },
  async run({ host: { cwd, stdout }, json, note, options: { log, name, folder, host, port } }) {
    const [{ formatVkey, keyOf, parseVkey, tryParseVkey }, { resolve }, witnessing] = await Promise
      .all([import("@svc/log/note"), import("node:path"), import("../../log/witness.ts")]);
    const logKey = parseVkey(log);
    if (logKey.kind !== "log") throw usage("--log is the key of a witness, not of a log");
    const place = resolve(cwd, folder);
    const path = `${place}/head`;
    const signer = { name, seed: await witnessing.witnessSeed(place) };
    const vkey = formatVkey(keyOf(signer, "cosignature"));
    if (tryParseVkey(vkey) === undefined) throw usage(`--name ${name} has a space or a +`);
    await witnessing.cosignedHead({ path, log: logKey });
    const witness = { log: logKey, signer, path, now: () => new Date() };
    using interrupted = interruption(note, "the witness");
    const server = Deno.serve({
      hostname: host,
      port,
      signal: interrupted.signal,
      onListen(at) {
        const url = `http://${at.hostname}:${at.port}`;
        const line = `witness ${name.replace(/[^A-Za-z0-9.-]/g, "-")} ${vkey} ${url}`;
        stdout(json ? `${JSON.stringify({ status: "listening", url, vkey })}\n` : `${line}\n`);
      },
    }, witnessing.witnessHandler(witness, note));
    await server.finished;
  },
  streams: true,
  text: () => "",
});

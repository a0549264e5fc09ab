// `npm run pack`: builds the client and says where its npm package is.
const say = (text: string) => Deno.stdout.write(new TextEncoder().encode(text));

if (Deno.args.length > 0) {
  await say("npm run pack: makes dist/package/svc.tgz, the client for npm. It takes no options.\n");
  Deno.exit(Deno.args.includes("--help") ? 0 : 2);
}
await import("./build.ts");

const folder = `${import.meta.dirname}/../dist/package`;
const facts = await Deno.readTextFile(`${folder}/facts.json`).catch(() => Deno.exit(1));
const { version, sha256 } = JSON.parse(facts);
const { size } = await Deno.stat(`${folder}/svc.tgz`);
await say(`dist/package/svc.tgz: @svc/cli ${version}, ${(size / 1e6).toFixed(2)} MB
SHA-256 ${sha256}
`);

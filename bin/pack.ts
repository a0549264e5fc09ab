// `npm run pack`: builds the client and says where its npm package is.
import "./build.ts";

const folder = `${import.meta.dirname}/../dist/package`;
const facts = await Deno.readTextFile(`${folder}/facts.json`).catch(() => Deno.exit(1));
const { version, sha256 } = JSON.parse(facts);
const { size } = await Deno.stat(`${folder}/svc.tgz`);
const text = `dist/package/svc.tgz: @svc/cli ${version}, ${(size / 1e6).toFixed(2)} MB
SHA-256 ${sha256}
`;
await Deno.stdout.write(new TextEncoder().encode(text));

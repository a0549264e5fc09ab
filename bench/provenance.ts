// What verifying a version's statement costs a pull, beside the one request: the load of what verifies,
// the first statement, and each one after it. Processor time, as the machine may be busy.
import process from "node:process";
import { fakeSigstore, githubClaims } from "@svc/fakes/sigstore";
import { newSigningKey, signVersion } from "@svc/provenance/sign";
import { BUDGETS } from "./budget/budgets.ts";
import { report } from "./budget/report.ts";

const RUNS = Number(Deno.args[0] ?? 50);

const say = (line: string) => Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));

/** Processor time of some work, in milliseconds. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const subject = { name: "@acme/greeter@2026.11.23.1", checksum: "ab".repeat(32) };
const sigstore = await fakeSigstore();
const bundle = await sigstore.sign({
  _type: "https://in-toto.io/Statement/v1",
  subject: [{ name: subject.name, digest: { sha256: subject.checksum } }],
  predicateType: "https://slsa.dev/provenance/v1",
  predicate: {
    buildDefinition: { buildType: "urn:svc:build:ci:v1", externalParameters: {} },
    runDetails: { builder: { id: "urn:svc:runner" } },
  },
}, githubClaims());

const { readTrustRoot, verifyProvenance } = await import("@svc/provenance");
const load = await cost(() => readTrustRoot(sigstore.root));
const root = await readTrustRoot(sigstore.root);
const ofJob = () => verifyProvenance(bundle, { subject, root, keys: new Map() });
const first = await cost(ofJob);
const each = await cost(async () => {
  for (let run = 0; run < RUNS; run += 1) await ofJob();
}) / RUNS;

const key = newSigningKey();
const signed = signVersion(subject, key.privateKey);
const keys = new Map([[key.hint, key.publicKey]]);
const ofKey = await cost(async () => {
  for (let run = 0; run < RUNS; run += 1) {
    await verifyProvenance(signed, { subject, root: undefined, keys });
  }
}) / RUNS;

say(`loading what verifies, and a trust root: ${load.toFixed(1)} ms`);
say(`a job's statement: the first ${first.toFixed(1)} ms, then ${each.toFixed(1)} ms each`);
say(`a key's statement: ${ofKey.toFixed(2)} ms each`);
say(`a job's bundle has ${bundle.length} bytes, a key's ${signed.length}`);
report("provenance", each);
if (each > BUDGETS.provenance.budget) Deno.exit(1);

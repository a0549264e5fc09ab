import { deepEqual, equal, rejects } from "node:assert/strict";
import { temporaryFolder } from "../../testing/extension.ts";
import { refusal } from "../../testing/refusal.ts";
import { KNOWN_SDKS } from "./known_sdks.ts";
import { readSdks } from "./read.ts";

const GOOD = `acme:
  packages: ["@acme-cloud/*", acme-auth]
  asks:
    net: ["*.acme.example"]
    env: [ACME_TOKEN]
    read: ["~/.acme/config", "\${env.ACME_FILE}"]
`;

async function withFile<Result>(text: string, work: (config: string) => Promise<Result>) {
  await using folder = await temporaryFolder();
  await Deno.writeTextFile(`${folder.path}/sdks.yaml`, text, { mode: 0o600 });
  return await work(folder.path);
}

Deno.test("a person adds an SDK in a file of their configuration folder", async () => {
  const sdks = await withFile(GOOD, (config) => readSdks({ config }));
  deepEqual(sdks.slice(KNOWN_SDKS.length), [{
    name: "acme",
    packages: ["@acme-cloud/*", "acme-auth"],
    asks: {
      net: ["*.acme.example"],
      env: ["ACME_TOKEN"],
      read: ["~/.acme/config", "${env.ACME_FILE}"],
    },
    later: [],
  }]);
  equal(await readSdks({}), KNOWN_SDKS);
});

/** What such a file may not say. */
const BAD: Record<string, string> = {
  "a name that svc knows": GOOD.replace("acme:", "aws:"),
  "a program": GOOD.replace("env: [", "run: ["),
  "a file to write": GOOD.replace("read:", "write:"),
  "an entry that nobody can be granted": GOOD.replace("ACME_TOKEN", "SVC_API_KEY"),
  "a place that the extension chooses": GOOD.replace("env.ACME_FILE", "globalArgs.file"),
  "every package": GOOD.replace("acme-auth", "'*'"),
  "no package": GOOD.replace('["@acme-cloud/*", acme-auth]', "[]"),
  "an unknown key": `${GOOD}  later: []\n`,
  "no mapping": "- acme",
  "what is no YAML": "acme: [",
};

for (const [what, text] of Object.entries(BAD)) {
  Deno.test(`the file with SDKs is refused with ${what}`, async () => {
    await rejects(withFile(text, (config) => readSdks({ config })), refusal("validation_failed"));
  });
}

Deno.test("the file with SDKs is not used while others can write it", async () => {
  const open = withFile(GOOD, async (config) => {
    await Deno.chmod(`${config}/sdks.yaml`, 0o666);
    return await readSdks({ config });
  });
  await rejects(open, refusal("config_exposed"));
});

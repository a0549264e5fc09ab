import { equal, rejects } from "node:assert/strict";
import type { GrantRequest } from "@svc/runtime/run";
import type { Answers } from "../permission/allow.ts";
import { grantOwn, missingText } from "./grant.ts";

const REQUEST: GrantRequest = {
  extension: "@acme/greeter",
  version: "",
  manifest: "behaviors/hello.yaml",
  asked: ["evil.example", "other.example"].map((entry) => ({
    kind: "net" as const,
    entry,
    declared: false,
    found: [],
    line: `net ${entry}`,
  })),
  computed: [],
  omitted: 0,
  more: true,
};

const NOTHING: Answers = { yes: false, allowRequested: false, allow: {} };

/** Who is asked, what the command line said, and what came of it: nobody answers a question here. */
const CELLS: [said: string, answers: Answers | undefined, terminal: boolean, granted: boolean][] = [
  ["a command without such options", undefined, false, false],
  ["nothing", NOTHING, false, false],
  ["--yes", { ...NOTHING, yes: true }, false, false],
  ["--yes on a terminal", { ...NOTHING, yes: true }, true, false],
  ["--allow of a part", { ...NOTHING, allow: { net: ["evil.example"] } }, false, false],
  ["--allow of another kind", { ...NOTHING, allow: { run: ["evil.example"] } }, false, false],
  [
    "--allow of all",
    { ...NOTHING, allow: { net: ["evil.example", "other.example"] } },
    false,
    true,
  ],
  ["--allow of what is wider", { ...NOTHING, allow: { net: ["*.example", "*"] } }, false, true],
  ["--allow-all-requested", { ...NOTHING, allowRequested: true }, false, true],
  ["--yes --allow-all-requested", { yes: true, allowRequested: true, allow: {} }, true, true],
];

for (const [said, answers, terminal, granted] of CELLS) {
  Deno.test(`what own sources ask for is ${granted ? "" : "not "}granted by ${said}`, async () => {
    const notes: string[] = [];
    const context = {
      json: false,
      host: { stdinIsTerminal: terminal, stderrIsTerminal: terminal },
      note: (text: string) => notes.push(text),
    } as unknown as Parameters<typeof grantOwn>[0];
    if (granted) {
      await grantOwn(context, REQUEST, answers);
      equal(notes[0]?.split("\n").length, 3, "it is said what was granted");
      return;
    }
    const command = "svc extension grant @acme/greeter net:evil\\.example net:other\\.example";
    const options = answers === undefined
      ? ""
      : "\nor add to this command: --allow net:evil\\.example --allow net:other\\.example";
    await rejects(grantOwn(context, REQUEST, answers), {
      code: "consent_required",
      message: /now also requests .*\n {2}net evil\.example\n {2}net other\.example$/,
      hint: new RegExp(`\n {2}${command}${options}$`),
    });
  });
}

Deno.test("what a secret flows into is named by the option alone: it has no entry to write down", async () => {
  const context = { json: true } as Parameters<typeof grantOwn>[0];
  const request = { ...REQUEST, allow: "--allow-all-requested" };
  await rejects(grantOwn(context, request, NOTHING), {
    code: "consent_required",
    hint: /in a terminal, or add to this command: --allow-all-requested$/,
  });
});

Deno.test("what a run of own sources lacks is named with its command; what names something that is not set is not", () => {
  const env = (entry: string) => ({
    ...REQUEST.asked[0]!,
    kind: "env" as const,
    entry,
    line: `env ${entry}`,
  });
  const unset = env("SVC_TEST_NOT_SET_ANYWHERE");
  const read = (entry: string) => ({ ...env(entry), kind: "read" as const, line: `read ${entry}` });
  const idle = [unset, read("${env.SVC_TEST_NOT_SET_ANYWHERE}/x"), read("${config.path}")];
  equal(
    missingText({ ...REQUEST, asked: [REQUEST.asked[0]!, env("HOME"), ...idle] }),
    "@acme/greeter runs without permissions that it may need:\n" +
      "  net evil.example\n  env HOME\n" +
      "To grant them: svc extension grant @acme/greeter net:evil.example env:HOME",
  );
  equal(missingText({ ...REQUEST, asked: idle }), undefined);
});

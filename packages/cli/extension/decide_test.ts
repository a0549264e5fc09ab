import { deepEqual, equal, rejects } from "node:assert/strict";
import { asPermissions, type Grant, grantTexts, permissionsOf } from "@svc/core/permission";
import type { InstallQuestion } from "@svc/runtime/installed";
import type { StaticContents } from "./static_contents.ts";
import { decide, type GrantOptions } from "./decide.ts";

const grant = (text: string): Grant => {
  const [kind, entry] = text.split(/:(.*)/s) as [Grant["kind"], string];
  return { kind, entry };
};

/** What is left to ask, of an extension that asks for `net:known.example` as well. */
function question(asked: readonly string[], known: boolean): InstallQuestion {
  const shown = (text: string) => ({
    ...grant(text),
    declared: true,
    found: [],
    line: text.replace(":", " "),
  });
  return {
    name: "@acme/tool",
    version: "1",
    known,
    asked: asked.map(shown),
    granted: known ? { net: ["known.example"] } : {},
    denied: [],
    removed: [],
    computed: [{ kind: "env", found: ["x.ts:1"] }],
    omitted: 0,
    request: {
      permissions: ["net:known.example", ...asked].map(shown),
      mentioned: [shown("read:docs")],
      computed: [{ kind: "env", found: ["x.ts:1"] }],
      omitted: 0,
    },
  };
}

/** Decides where nobody answers a question; the permissions that are granted, or the error's code. */
async function outcome(
  { asked, known, skills = [], said, several = false, terminal = false }: {
    asked: string[];
    known: boolean;
    skills?: string[];
    said: string;
    several?: boolean;
    terminal?: boolean;
  },
): Promise<string[] | string> {
  const texts = said.split(" ");
  const without = texts.filter((text) => text.startsWith("!")).map((text) => text.slice(1));
  const allow = texts.filter((text) => text.includes(":") && !text.startsWith("!"));
  const options: GrantOptions = {
    yes: texts.includes("-y"),
    allowRequested: texts.includes("all"),
    allow: permissionsOf(allow.filter((text) => !text.startsWith("skill:"))),
    skills: allow.filter((text) => text.startsWith("skill:")).map((text) => text.slice(6)),
    without,
  };
  const carried: StaticContents = {
    stored: undefined,
    skills,
    lines: skills.length > 0 ? skills : [],
  };
  const context = {
    json: false,
    host: { stdinIsTerminal: terminal, stderrIsTerminal: terminal },
    note: () => {},
  } as unknown as Parameters<typeof decide>[0];
  try {
    const granted = await decide(context, question(asked, known), carried, options, {
      commands: { all: "svc all", choice: "svc choice" },
      several,
      alone: !several,
    });
    return grantTexts(granted);
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const NO = "permissions_not_granted";
const TWO = ["net:a.example", "run:sh"];

/** What was said, and what becomes of an extension that newly asks for `TWO`. */
const CELLS: readonly [said: string, single: string[] | string, several: string[] | string][] = [
  ["", NO, NO],
  ["-y", NO, NO],
  ["all", TWO, TWO],
  ["-y all", TWO, TWO],
  ["net:a.example run:sh", TWO, TWO],
  ["-y run:sh net:a.example", TWO, TWO],
  // One who names a choice for one extension gets that and no more; of several, nobody was meant.
  ["net:a.example", ["net:a.example"], NO],
  ["-y net:a.example", ["net:a.example"], NO],
  ["net:a.example:443", ["net:a.example:443"], NO],
  // What is not asked for is never granted, and what is wider is not what was asked for.
  ["net:*", NO, NO],
  ["net:* run:sh", NO, TWO],
  ["run:bash net:a.example run:sh", NO, TWO],
  ["write:x", NO, NO],
  ["run:bash all", NO, TWO],
  // What the code names or computes may be granted with the pull, of that extension.
  ["net:a.example env:HOME read:docs", ["net:a.example", "env:HOME", "read:docs"], NO],
  // A line that is left out is not granted, and stops nothing; the rest is still to be answered.
  ["!run:sh", NO, NO],
  ["-y !run:sh", NO, NO],
  ["all !run:sh", ["net:a.example"], ["net:a.example"]],
  ["-y all !run:sh", ["net:a.example"], ["net:a.example"]],
  ["net:a.example !run:sh", ["net:a.example"], ["net:a.example"]],
  ["!net:a.example !run:sh", [], []],
  ["-y !net:a.example !run:sh", [], []],
  ["all !run:bash", "invalid_argument", TWO],
];

for (const known of [false, true]) {
  for (const terminal of [false, true]) {
    for (const [said, single, several] of CELLS) {
      // On a terminal the person is asked, where `--yes` does not keep svc from it.
      if (terminal && !said.includes("-y")) continue;
      const when = `${known ? "update" : "first pull"}${terminal ? " on a terminal" : ""}`;
      Deno.test(`'${said}' on a ${when} that asks for ${TWO.join(", ")}`, async () => {
        const cell = { asked: TWO, known, said, terminal };
        deepEqual(await outcome(cell), single);
        deepEqual(await outcome({ ...cell, several: true }), several);
      });
    }
  }
}

/** The same of one that newly brings the skill `help`. */
const SKILL_CELLS: readonly [asked: string[], said: string, granted: string[] | string][] = [
  [[], "-y", NO],
  [[], "all", []],
  [[], "skill:help", []],
  [[], "-y skill:help", []],
  [[], "skill:other", NO],
  [TWO, "-y skill:help", NO],
  [TWO, TWO.join(" "), NO],
  [TWO, `${TWO.join(" ")} skill:help`, TWO],
  [TWO, "all", TWO],
];

for (const [asked, said, granted] of SKILL_CELLS) {
  Deno.test(`'${said}' of a new skill${asked.length > 0 ? " and permissions" : ""}`, async () => {
    for (const known of [false, true]) {
      deepEqual(await outcome({ asked, known, skills: ["help"], said }), granted);
    }
  });
}

Deno.test("nothing that is left to ask needs no word, and --yes changes nothing there", async () => {
  for (const said of ["", "-y", "all"]) {
    for (const known of [false, true]) deepEqual(await outcome({ asked: [], known, said }), []);
  }
});

Deno.test("a trusted lockfile is asked nothing, and grants what it names whatever --yes says", async () => {
  const context = { json: true, note: () => {} } as unknown as Parameters<typeof decide>[0];
  const options: GrantOptions = {
    yes: true,
    allowRequested: false,
    allow: {},
    skills: [],
    without: [],
  };
  const carried: StaticContents = { stored: undefined, skills: ["help"], lines: ["help"] };
  const source = { commands: { all: "", choice: "" }, several: true };
  const asked = question(TWO, false);
  const named = { declared: ["net:known.example", ...TWO] };
  const granted = await decide(context, asked, carried, options, { ...source, locked: named });
  deepEqual(granted, asPermissions(TWO.map(grant)));
  const less = decide(context, asked, carried, options, {
    ...source,
    locked: { declared: ["net:known.example", "net:a.example"] },
  });
  await rejects(less, { code: NO, message: /\+ run:sh, not in the lockfile/ });
});

Deno.test("the refusal names the line of each way, which a shell takes as it is", async () => {
  const context = { json: true, note: () => {} } as unknown as Parameters<typeof decide>[0];
  const options: GrantOptions = {
    yes: true,
    allowRequested: false,
    allow: {},
    skills: [],
    without: [],
  };
  const carried: StaticContents = {
    stored: undefined,
    skills: ["help"],
    lines: ["Skills:", "  help"],
  };
  const asked = question(["net:*", "read:a b"], true);
  const refused = decide(context, asked, carried, options, {
    commands: { all: "svc extension install", choice: "svc extension pull @acme/tool@1" },
    trusting: "svc extension install --trust-lockfile",
  });
  await rejects(refused, (error: { message: string; hint: string }) => {
    equal(
      error.message,
      "@acme/tool 1 now also requests permissions:\n  net *     manifest\n  read a b  manifest\n" +
        "  The code computes variables (x.ts:1); you will be asked when it runs\n" +
        "Skills:\n  help",
    );
    equal(
      error.hint,
      "Grant chosen permissions or all of them, or run the command in a terminal to be prompted:\n" +
        "  svc extension pull @acme/tool@1 --allow 'net:*' --allow 'read:a b' --allow skill:help\n" +
        "  svc extension install --allow-all-requested\n" +
        "or those of the lockfile, which is reviewed in git:\n" +
        "  svc extension install --trust-lockfile",
    );
    return true;
  });
});

Deno.test("an SDK is one line: it is named, granted and left out as a whole", async () => {
  const aws = ["net:*.amazonaws.com", "env:AWS_PROFILE"].map((text) => ({
    ...grant(text),
    declared: false,
    found: ["npm:@aws-sdk/client-sts@3.1.0"],
    line: text.replace(":", " "),
    sdk: "aws",
  }));
  const whole = question(["run:git"], false);
  const asks = {
    ...whole,
    asked: [...whole.asked, ...aws],
    request: { ...whole.request, permissions: [...whole.request.permissions, ...aws] },
  };
  const context = { json: true, note: () => {} } as unknown as Parameters<typeof decide>[0];
  const carried: StaticContents = { stored: undefined, skills: [], lines: [] };
  const answered = async (said: Partial<GrantOptions>) => {
    const options = {
      yes: true,
      allowRequested: false,
      allow: {},
      skills: [],
      without: [],
      ...said,
    };
    return grantTexts(
      await decide(context, asks, carried, options, {
        commands: { all: "svc all", choice: "svc choice" },
        alone: true,
      }),
    );
  };
  const texts = ["net:*.amazonaws.com", "env:AWS_PROFILE"];
  await rejects(answered({}), {
    message: "@acme/tool 1 requests permissions:\n" +
      "  run git  manifest\n" +
      "  sdk aws: net *.amazonaws.com, env AWS_PROFILE  npm:@aws-sdk/client-sts@3.1.0\n" +
      "  The code computes variables (x.ts:1); you will be asked when it runs",
    hint: /svc choice --allow run:git --allow sdk:aws\n/,
  });
  deepEqual(await answered({ sdks: ["aws"] }), texts);
  deepEqual(await answered({ sdks: ["aws"], without: ["env:AWS_PROFILE"] }), texts.slice(0, 1));
  deepEqual(await answered({ allowRequested: true, without: ["sdk:aws"] }), ["run:git"]);
  await rejects(answered({ sdks: ["gcp"] }), {
    message: /does not request sdk:gcp, given with --allow/,
  });
  await rejects(answered({ allowRequested: true, without: ["sdk:gcp"] }), {
    message: /does not request sdk:gcp, given with --without/,
    hint: "Remove it. It requests net:known.example, run:git, sdk:aws.",
  });
});

Deno.test("what was granted before is taken back, not left out", async () => {
  const context = { json: true, note: () => {} } as unknown as Parameters<typeof decide>[0];
  const carried: StaticContents = { stored: undefined, skills: [], lines: [] };
  const options = { yes: true, allowRequested: false, allow: {}, skills: [] };
  const source = { commands: { all: "", choice: "" }, alone: true };
  const asks = question([], true);
  await rejects(
    decide(context, asks, carried, { ...options, without: ["net:known.example"] }, source),
    {
      code: "invalid_argument",
      hint: "Revoke it: svc extension revoke @acme/tool net:known.example",
    },
  );
});

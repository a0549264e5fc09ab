import { equal, rejects } from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { repositoryAt } from "@svc/runtime/repository";
import { grantingDenied } from "./denial.ts";

for (
  const [when, yes, terminal, json] of [
    ["with --yes, also on a terminal", true, true, false],
    ["where there is no terminal", false, false, false],
    ["where a program reads the result", false, true, true],
  ] as const
) {
  Deno.test(`a refusal during a run asks nothing ${when}: it names the command that grants it`, async () => {
    const hint = "To grant it, run: svc extension grant @acme/tool sdk:aws";
    const refused = new SvcError("permission_denied", "refused", {
      hint,
      grants: ["env:AWS_PROFILE"],
    });
    const context = {
      json,
      host: { stdinIsTerminal: terminal, stderrIsTerminal: terminal },
      note: () => {},
    } as unknown as Parameters<typeof grantingDenied>[0];
    let runs = 0;
    const run = () => {
      runs += 1;
      return Promise.reject(refused);
    };
    const grantee = () => Promise.resolve("@acme/tool");
    await rejects(
      grantingDenied(context, repositoryAt("/nowhere"), { yes, allow: {}, grantee, run }),
      { code: "permission_denied", hint },
    );
    equal(runs, 1);
  });
}

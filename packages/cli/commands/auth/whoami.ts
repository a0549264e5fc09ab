import { connectWithKey } from "../../client/connect.ts";
import { defineCommand } from "../../frame/command.ts";
import { markForeign } from "../../frame/foreign.ts";
import { callWhoami } from "../../auth/whoami.ts";
import { whoamiJson, whoamiText } from "../../auth/whoami_text.ts";

export default defineCommand({
  description:
    "Asks the server. Where its operator offers plans, the plan line is the strongest plan " +
    "of your collectives; a\ncollective that does not pay shows its trial, one that pays shows its " +
    "billing status to its owners and admins.",
  examples: {
    "svc auth whoami": "name, server, plan and collectives",
    "svc auth whoami --json": "the same as data",
    "SVC_API_KEY=svc_org_… svc auth whoami": "what a collective token may do",
  },
  credential: "personal key or token",
  async run(context) {
    const { login, caller } = await connectWithKey(context);
    markForeign(context);
    const whoami = await context.progress.phase("Asking the server", () => callWhoami(caller));
    return { serverUrl: login.serverUrl, whoami };
  },
  text: ({ serverUrl, whoami }) => whoamiText(serverUrl, whoami),
  json: ({ serverUrl, whoami }) => whoamiJson(serverUrl, whoami),
});

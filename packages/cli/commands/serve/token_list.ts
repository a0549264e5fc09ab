import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { withServeState } from "../../serve/state.ts";
import { listing } from "../../frame/table.ts";

export default defineCommand({
  description: [
    "Lists tokens of operators and of people who logged in. Secrets are not shown: svc stores",
    "only their hashes. The last use may be a minute out of date.",
  ].join("\n"),
  examples: {
    "svc serve token list": "names, states, rights, dates",
    [`svc serve token list --jq '.tokens[] | select(.state == "active") | .name'`]:
      "the names of the valid ones",
  },
  options: { "repo-dir": REPO_DIR },
  lists: ".tokens[]",
  async run(context) {
    const { listTokens, removeEnded, tokenView } = await import("@svc/serve/tokens");
    return await withServeState(context, (state, now) => {
      removeEnded(state, now);
      return { tokens: listTokens(state).map((token) => tokenView(token, now)) };
    });
  },
  text: ({ tokens }, view) =>
    tokens.length === 0
      ? "No tokens. Create one with 'svc serve token create'."
      : listing(view, tokens, {
        NAME: (token) =>
          token.username === undefined ? token.name : `${token.name} (${token.username})`,
        STATE: (token) => token.state,
        "MAY RUN": (token) => token.allow.join(",") || "-",
        "MAY SEE": (token) => token.read.join(",") || "-",
        EXPIRES: (token) => minute(token.expiresAt),
        "LAST USED": (token) => minute(token.lastUsedAt),
        CREATED: (token) => minute(token.createdAt),
        BY: (token) => token.createdBy,
      }, { isDim: (one) => one.state !== "active" }),
});

/** To the minute, in UTC: tokens may live for hours. */
function minute(instant: string | null): string {
  return instant === null ? "never" : instant.slice(0, 16).replace("T", " ");
}

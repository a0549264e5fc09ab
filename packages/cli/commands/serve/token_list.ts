import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { withServeState } from "../../serve/state.ts";
import { tokenTable } from "../../serve/token_table.ts";

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
    const repository = await repositoryOf(context);
    const { listTokens, removeEnded, tokenView } = await import("@svc/serve/tokens");
    const now = new Date();
    return await withServeState(repository, (state) => {
      removeEnded(state, now);
      return { tokens: listTokens(state).map((token) => tokenView(token, now)) };
    });
  },
  text: ({ tokens }, { paint, width }) =>
    tokens.length === 0
      ? "No tokens. Create one with 'svc serve token create'."
      : tokenTable(tokens, { paint, width }),
});

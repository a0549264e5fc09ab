import { parseExtensionName } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { ON_PAGE, type OnPage, onPage } from "../../collective/on_page.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import {
  PUBLISHER_OPTIONS,
  publisherFrom,
  publisherQuery,
} from "../../publishing/publisher_options.ts";

export default defineCommand({
  ...ON_PAGE,
  description:
    "A trusted publisher is a place in CI whose jobs publish one extension without a key. " +
    "The\nextension need not exist yet: the first push creates it.\n" + ON_PAGE.description,
  examples: {
    "svc publisher add @acme/tool --github acme/tool --workflow release.yml":
      "jobs of one workflow",
    "svc publisher add @acme/tool --gitlab acme/tool --ref 'tag:v{version}' --environment publish":
      "tags named after the version, in one environment",
    "svc publisher add @acme/tool --buildkite acme/tool --ref branch:main --only-stage":
      "stage from a branch",
  },
  arguments: [arg("extension", "the extension, as @collective/name")],
  options: { ...PUBLISHER_OPTIONS, ...ON_PAGE.options },
  async run(context): Promise<OnPage> {
    const { full, collective } = parseExtensionName(context.arguments.extension);
    const query = publisherQuery(publisherFrom(full, context.options));
    const { login } = await connect(context);
    return await onPage(
      context,
      `let these jobs publish ${full}`,
      `${login.serverUrl}/collectives/${collective}/settings/publishers?${query}`,
    );
  },
});

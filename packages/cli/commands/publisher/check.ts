import { type ErrorBody, isSvcError, type SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import { loginHere } from "../../client/connect.ts";
import { readManifest } from "../../extension/manifest.ts";
import { columns } from "../../frame/columns.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { jobAt, notInCi } from "../../publishing/credential.ts";
import { askIdentity, withPublishKey } from "../../publishing/key.ts";
import { placeClaims } from "../../publishing/job_claims.ts";
import { ciJob, ID_TOKEN_VARIABLE } from "../../publishing/provider.ts";

interface Result {
  extension: string;
  serverUrl: string;
  /** Of the job, by its own name. */
  provider: string;
  /** What the job may do with the extension; empty when it may not publish it. */
  actions: string[];
  /** What the job's token says of it, as publishers are compared with it. */
  claims: Record<string, string>;
  /** Why it may not; null when it may. */
  refusal: ErrorBody | null;
  /** True where the job has one identity token, which the check has used up. */
  identityTokenUsed: boolean;
}

export default defineCommand({
  description:
    "For a CI job: asks the registry for the key that a push would get, ends it at once, and\n" +
    "publishes nothing. When it is refused, it says which claims of the job's identity token differ.\n" +
    "Exit code 1 when the job may not publish. Like a push, a check that passes is a publisher's use:\n" +
    "the first one learns the ids of the place. Where the job's only identity token stands in\n" +
    `${ID_TOKEN_VARIABLE}, as on GitLab, the check uses it up, and a push needs another job.`,
  examples: {
    "svc publisher check": "the extension of the manifest.yaml here",
    "svc publisher check @acme/tool --json": "as data",
  },
  arguments: [
    arg("extension", "the extension, as @collective/name", {
      optional: true,
      defaultText: "the one of manifest.yaml",
    }),
  ],
  async run(context): Promise<Result> {
    const { host, arguments: { extension: given } } = context;
    const extension = given === undefined
      ? (await readManifest(`${host.cwd}/manifest.yaml`)).name
      : parseExtensionName(given).full;
    const job = ciJob(host);
    if (job === undefined) throw notInCi("Run it in the job that publishes.");
    const at = await jobAt(await loginHere(context), job, context);
    const identity = await askIdentity(context, at);
    const result = (actions: string[], refusal: ErrorBody | null): Result => ({
      extension,
      serverUrl: at.caller.serverUrl,
      provider: job.provider.title,
      actions,
      claims: placeClaims(identity.claims),
      refusal,
      identityTokenUsed: identity.isOnly,
    });
    try {
      const actions = await withPublishKey(
        context,
        { ...at, identity, extension, action: undefined },
        (_caller, _signal, granted) => Promise.resolve(granted.actions),
      );
      return result(actions, null);
    } catch (error) {
      if (!isFinding(error)) throw error;
      return result([], error.toJSON());
    }
  },
  text: (result, { paint }) => {
    const { refusal, actions, extension, serverUrl, provider } = result;
    const claims = columns(
      Object.entries(result.claims).map(([name, value]) => [`  ${name}`, value]),
    );
    return [
      refusal === null
        ? `This job of ${provider} may ${actions.join(" and ")} ${extension} at ${serverUrl}.`
        : `This job of ${provider} may not publish ${extension} at ${serverUrl}: ${refusal.error}`,
      ...(refusal?.details ?? []).map(({ path, message }) =>
        `  ${paint.red("differs:")} ${path}: ${message}`
      ),
      ...(refusal?.hint === undefined ? [] : [refusal.hint]),
      "What its identity token says:",
      ...claims,
      ...(result.identityTokenUsed
        ? [`${ID_TOKEN_VARIABLE} is used up now: a push needs another job.`]
        : []),
    ].join("\n");
  },
  exit: ({ refusal }) => refusal === null ? 0 : 1,
});

/** What the registry finds wrong with the job, rather than something that went wrong. */
function isFinding(error: unknown): error is SvcError {
  return isSvcError(error) && [
    ...["no_publisher", "event_refused", "issuer_unknown", "token_invalid", "token_malformed"],
    "token_reused",
  ].includes(error.code);
}

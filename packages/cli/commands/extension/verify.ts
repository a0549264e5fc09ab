import { SvcError } from "@svc/core/error";
import { parseExtensionReference } from "@svc/core/name";
import { publisherLines } from "@svc/core/publisher";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { maybeRepository, repositoryOf } from "../../frame/repository.ts";
import { policyPlace } from "../../log/rules.ts";
import { blockText, lineText } from "../../frame/terminal_text.ts";
import { type Verified, verifyHere, verifyVersion } from "../../extension/provenance_verify.ts";

export default defineCommand({
  description: [
    "Checks the signed statements of where installed extensions came from, with the statements that were",
    "kept at the pull and the trust root of this client: no registry is asked, and whether a key was",
    "revoked since is not checked. With a version, that version is fetched and checked without installing",
    "it. It says where bytes came from, not that they do no harm. Exit code 1 when one fails, and when the",
    "one that is named is not signed.",
  ].join("\n"),
  examples: {
    "svc extension verify": "all that is installed here",
    "svc extension verify @acme/tool@2026.11.21.1": "one version, installed or not",
    "svc extension verify @acme/tool --jq '.extensions[].commit'":
      "the commit that it was built from",
  },
  arguments: [
    arg("name", "the extension, as @collective/name[@version]", {
      defaultText: "all installed",
      completes: "extension",
      optional: true,
    }),
  ],
  options: { "repo-dir": REPO_DIR },
  lists: ".extensions[]",
  credential: "optional",
  async run(context) {
    const { name } = context.arguments;
    const reference = name === undefined ? undefined : parseExtensionReference(name);
    const extensions = reference?.version === undefined
      ? await verifyHere(context, await repositoryOf(context), reference?.name.full)
      : [
        await verifyVersion(
          context,
          await maybeRepository(context) ?? policyPlace(context.host),
          reference.name.full,
          reference.version,
        ),
      ];
    const [first] = extensions;
    if (reference !== undefined && first?.status === "unsigned") {
      throw new SvcError(
        "provenance_missing",
        `${first.name} ${first.version} was published without a statement of where it came from`,
        { hint: "Ask its owners to sign what they publish." },
      );
    }
    const count = (status: Verified["status"]) =>
      extensions.filter((one) => one.status === status).length;
    return {
      extensions,
      verified: count("verified"),
      unsigned: count("unsigned"),
      failed: count("failed"),
    };
  },
  text({ extensions, verified, unsigned, failed }, { paint }) {
    if (extensions.length === 0) return "No extensions yet; try 'svc extension search'.";
    const words = {
      verified: paint.green("verified"),
      unsigned: "not signed",
      failed: paint.red("failed"),
    };
    return [
      ...extensions.flatMap((one) => [
        `${one.name} ${one.version}: ${words[one.status]}`,
        ...(one.publisher === null ? [] : [
          ...publisherLines(one.publisher),
          ...(one.commit === null
            ? []
            : [`commit      ${one.commit}${one.ref === null ? "" : ` (${one.ref})`}`]),
          ...(one.runUrl === null ? [] : [`run         ${one.runUrl}`]),
          ...recorded(one),
          ...(one.notChecked === null ? [] : [`not checked: ${one.notChecked}`]),
        ].map((line) => `  ${lineText(line)}`)),
        ...(one.error === undefined ? [] : [blockText(blockText(one.error))]),
      ]),
      `${verified} verified, ${unsigned} not signed, ${failed} failed.`,
    ].join("\n");
  },
  exit: ({ failed }) => failed > 0 ? 1 : 0,
});

function recorded({ logIndex, registryLogIndex }: Verified): string[] {
  const places = [
    ...(logIndex === null ? [] : [`Sigstore log ${logIndex}`]),
    ...(registryLogIndex === null ? [] : [`registry log ${registryLogIndex}`]),
  ];
  return places.length === 0 ? [] : [`recorded    ${places.join(" · ")}`];
}

import type { StageResponse } from "@svc/core/wire";
import { MANIFEST_PATH } from "../../extension/manifest.ts";
import { announcementOf } from "../../extension/publish.ts";
import { scorecardText } from "../../extension/scorecard_text.ts";
import { stage } from "../../extension/stage.ts";
import { defineCommand } from "../../frame/command.ts";
import { publishWith } from "../../publishing/credential.ts";
import { assertCanSign, signingOf } from "../../publishing/provenance.ts";
import { agree, checkRelease, type Release, RELEASE_OPTIONS } from "./push.ts";

interface Result extends
  Release,
  Pick<
    StageResponse,
    "id" | "state" | "needed" | "heldFor" | "expiresAt" | "alreadyStaged" | "url"
  > {
}

export default defineCommand({
  description: [
    "Checks, packs, scores and uploads the extension as 'svc extension push' does. It is not public",
    "then: the members of its collective see it, and it is published as it was uploaded once people",
    "approve it, on its page and with a second factor. After 14 days it expires.",
    "A collective can require this of every version. In CI it needs no key, like a push.",
  ].join("\n"),
  examples: {
    "svc extension stage": "the manifest.yaml of this folder",
    "svc extension stage extensions/tool -y --json": "in CI, as JSON",
  },
  arguments: [MANIFEST_PATH],
  options: RELEASE_OPTIONS,
  credential: "personal key or token",
  async run(context): Promise<Result> {
    const { options, progress } = context;
    assertCanSign(context, options);
    const { packed, release, credential, sign } = await checkRelease(context);
    const { manifest } = packed.archive;
    const { name, version, channel } = release;
    const question = `Stage ${name} ${version} in ${channel}, for its collective to approve?`;
    await agree(context, release, options.yes, question);
    const announcement = announcementOf(manifest, options.channel, options["release-notes"]);
    const provenance = signingOf(context, manifest, packed.archive.checksum, sign);
    const staged = await publishWith(
      context,
      credential!,
      { extension: name, action: "stage" },
      (caller, signal) => stage(caller, packed, announcement, { progress, signal, provenance }),
    );
    const { id, state, needed, heldFor, expiresAt, alreadyStaged, url, scorecard } = staged;
    return {
      ...release,
      ...{ id, state, needed, heldFor, expiresAt, alreadyStaged, url },
      scorecard: packed.places.scorecard(scorecard),
    };
  },
  text: (result, view) => {
    const { name, version, heldFor, alreadyStaged, needed, url, id } = result;
    return [
      alreadyStaged
        ? `${name} ${version} was already staged with the same content; nothing changed.`
        : `Staged ${name} ${version}.`,
      scorecardText(result.scorecard, view),
      heldFor === null
        ? `It needs ${
          needed === 1 ? "1 approval" : `${needed} approvals`
        }: svc extension approve ${id}`
        : `People may take its name for ${heldFor}: the operator of the registry decides first.`,
      `Page: ${url}`,
    ].join("\n");
  },
});

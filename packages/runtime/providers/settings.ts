import { grantText } from "@svc/core/permission";
import { shellWord } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { admitPlaceholders, trustPlaceholders } from "../admission/values.ts";
import type { Repository } from "../repository/repository.ts";
import { keptName } from "./find.ts";
import type { AdmittedProvider, OpenOptions, ProviderSubject } from "./subject.ts";

/**
 * Lets `${config.NAME}` among the grants stand only for what the person knows of: a vault's
 * configuration lies in git, and who changes its address there would get the secrets.
 *
 * @throws SvcError `consent_required` when there is nobody to ask; what `onGrant` throws
 */
export async function admitSettings(
  repository: Repository,
  provider: AdmittedProvider,
  subject: ProviderSubject,
  { onGrant }: Pick<OpenOptions, "onGrant">,
): Promise<void> {
  const about = aboutSettings(provider, subject);
  await admitPlaceholders(repository, {
    ...about,
    file: subject.file,
    onGrant,
    hint: (values) => {
      const grants = values.map(({ literal }) => shellWord(grantText(literal))).join(" ");
      return "Run it on a terminal to be asked, or grant it: " +
        `svc extension grant ${shellWord(about.name)} ${grants}`;
    },
  });
}

/** Takes the configuration as known: the person has just written it. */
export async function trustSettings(
  repository: Repository,
  provider: AdmittedProvider,
  subject: ProviderSubject,
): Promise<void> {
  await trustPlaceholders(repository, aboutSettings(provider, subject));
}

function aboutSettings(provider: AdmittedProvider, { kind, name, config }: ProviderSubject) {
  return {
    record: provider,
    name: provider.extension ?? normalizeType(provider.provider.type),
    kept: keptName(provider),
    source: "config" as const,
    given: { values: config, schema: provider.provider.configSchema },
    // No behavior has a name with a colon.
    user: `${kind}:${name}`,
  };
}

import { type Grant, grantText, placeholderOf } from "@svc/core/permission";
import { shellWord } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import {
  admitPlaceholders,
  assertNoSecret,
  trustPlaceholders,
} from "../consent/admission/values.ts";
import type { Repository } from "../repository/repository.ts";
import { findProvider, type FoundProvider, keptName } from "./find.ts";
import type { AdmittedProvider, OpenOptions, ProviderSubject } from "./subject.ts";

/**
 * Lets `${config.NAME}` among the grants stand only for what the person knows of: a vault's
 * configuration is in git, and who changes its address there would get the secrets.
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
      return "Run it in a terminal to be asked, or grant it: " +
        `svc extension grant ${shellWord(about.name)} ${grants}`;
    },
  });
}

/**
 * Takes a configuration as known, for a person who has just written it: what its settings stand for in
 * permissions is not asked about.
 *
 * @throws SvcError `unknown_type`, `lock_timeout`, `config_exposed`
 */
export async function agreeToConfiguration(
  repository: Repository,
  subject: Omit<ProviderSubject, "file">,
): Promise<void> {
  const found = await findProvider(repository, subject.kind, subject.type);
  await trustPlaceholders(repository, aboutSettings(found, subject));
}

function aboutSettings(
  provider: FoundProvider,
  { kind, name, config, written, secrets = [] }: Omit<ProviderSubject, "file">,
) {
  return {
    record: provider,
    name: provider.extension ?? normalizeType(provider.provider.type),
    kept: keptName(provider),
    source: "config" as const,
    given: { values: config, schema: provider.provider.configSchema },
    secretText: (placeholder: Grant, literal: Grant) => {
      const text = written?.[placeholderOf(placeholder.kind, placeholder.entry)!.name];
      if (typeof text !== "string" || !/\bvault\b/.test(text)) return undefined;
      assertNoSecret(placeholder, literal, secrets);
      return text;
    },
    // No behavior has a name with a colon.
    user: `${kind}:${name}`,
  };
}

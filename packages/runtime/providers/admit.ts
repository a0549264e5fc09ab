import { isSvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import { admitModule } from "../consent/admission/admit.ts";
import { providerKey } from "../consent/installed/record_keys.ts";
import { readPolicy } from "../consent/policy/read.ts";
import type { Repository } from "../repository/repository.ts";
import { forgetLocalTypes } from "../consent/types/local.ts";
import { assertConfiguration } from "./configuration.ts";
import { findProvider, keptName } from "./find.ts";
import { admitSettings } from "./settings.ts";
import type { AdmittedProvider, OpenOptions, ProviderSubject } from "./subject.ts";

/**
 * The type of a vault or datastore, once its configuration fits and the person agreed to run it and to
 * what the configuration makes of its permissions. Whatever is in the repository is compared with
 * their consent first.
 *
 * @throws SvcError `unknown_type`, `invalid_argument`, `vault_required`, `consent_required`,
 *   `consent_mismatch`, `policy_invalid`, `config_exposed`; what `onGrant` throws
 */
export async function admitProvider(
  repository: Repository,
  subject: ProviderSubject,
  how: Pick<OpenOptions, "onGrant" | "signal"> = {},
): Promise<AdmittedProvider> {
  // Also without a grant in sight: a policy that cannot be read may be the one that denies.
  const policy = await readPolicy(repository);
  const admit = async () => {
    const found = await findProvider(repository, subject.kind, subject.type);
    await assertConfiguration(found, subject, how.signal);
    const admitted = await admitModule(
      repository,
      {
        record: found,
        key: providerKey(found.kind, found.provider.type),
        name: found.extension ?? normalizeType(found.provider.type),
        kept: keptName(found),
        label: found.provider.type,
        sources: [found.provider],
      },
      policy,
      how,
    );
    const provider = { ...found, ...admitted };
    await admitSettings(repository, provider, subject, how);
    return provider;
  };
  try {
    return await admit();
  } catch (error) {
    if (!isSvcError(error) || error.code !== "consent_mismatch") throw error;
    // An update may have come between reading the record and the bundle, and sources of the
    // repository's own can be bundled again.
    await forgetLocalTypes(repository);
    return await admit();
  }
}

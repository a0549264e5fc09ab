import { normalizeType } from "@svc/core/type";
import { admit } from "../consent/admission/admit.ts";
import { providerKey } from "../consent/installed/record_keys.ts";
import type { Repository } from "../repository/repository.ts";
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
  return await admit(repository, async (admitModule) => {
    const found = await findProvider(repository, subject.kind, subject.type);
    await assertConfiguration(found, subject, how.signal);
    const admitted = await admitModule({
      record: found,
      key: providerKey(found.kind, found.provider.type),
      name: found.extension ?? normalizeType(found.provider.type),
      kept: keptName(found),
      label: found.provider.type,
      sources: [found.provider],
    }, how);
    const provider = { ...found, ...admitted };
    await admitSettings(repository, provider, subject, how);
    return provider;
  });
}

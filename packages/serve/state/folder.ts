import { makePersonalFolder } from "@svc/runtime/consent";
import type { Repository } from "@svc/runtime/repository";

/**
 * The folder where `svc serve` keeps what it knows of a repository: tokens, runs, schedules. It lies
 * in the operator's configuration folder, not in the repository: tokens that came along with a
 * repository would let strangers in. Made with mode 0700.
 *
 * @throws SvcError `config_exposed`, `validation_failed` without a configuration folder
 */
export async function stateFolder(repository: Repository): Promise<string> {
  const folder = `${await makePersonalFolder(repository)}/serve`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

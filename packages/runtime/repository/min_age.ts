import { MARKER, type Repository } from "./repository.ts";
import { invalidSetting, readSetting, type Setting } from "./setting.ts";

const MIN_AGE: Setting = { key: "minAge", example: "minAge: 7d" };

/**
 * How old a version has to be before anybody installs it in this repository: `minAge` in `.svc.yaml`,
 * such as `7d`. Undefined when it says nothing.
 *
 * @throws SvcError `validation_failed` when it is not a text.
 */
export async function readMinAge(repository: Repository): Promise<string | undefined> {
  const minAge = await readSetting(repository, MIN_AGE);
  if (minAge === undefined) return undefined;
  if (minAge === 0 || typeof minAge === "string") return String(minAge);
  throw invalidSetting(MIN_AGE, `minAge in ${MARKER} is not an age`);
}

import { isCalVer } from "@svc/core/calver";
import { tryParseExtensionName } from "@svc/core/name";
import { visibleName } from "@svc/core/text";
import { MARKER, type Repository } from "./repository.ts";
import { invalidSetting, readSetting, type Setting } from "./setting.ts";

const PINS: Setting = { key: "pins", example: 'pins: ["@acme/tool@2026.11.21.1"]' };

/**
 * The versions that extensions stay at in this repository, by their names: `pins` in `.svc.yaml`.
 * Empty when it says nothing.
 *
 * @throws SvcError `validation_failed` for what is not a list of names with a version, and for a name
 *   that appears twice.
 */
export async function readPins(repository: Repository): Promise<Map<string, string>> {
  const entries = await readSetting(repository, PINS) ?? [];
  if (!Array.isArray(entries)) throw invalidSetting(PINS, `pins in ${MARKER} is not a list`);
  const pins = new Map<string, string>();
  for (const entry of entries) {
    const [, name = "", version = ""] = /^(@[^@]+)@([^@]+)$/.exec(String(entry)) ?? [];
    if (tryParseExtensionName(name) === undefined || !isCalVer(version)) {
      throw invalidSetting(
        PINS,
        `pins in ${MARKER} lists ${
          visibleName(String(entry))
        }, which is not an extension with a version`,
      );
    }
    if (pins.has(name)) throw invalidSetting(PINS, `pins in ${MARKER} lists ${name} twice`);
    pins.set(name, version);
  }
  return pins;
}

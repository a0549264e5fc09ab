import type { UpgradeDescriptor } from "@svc/core/descriptor";
import { compareCalVer, isCalVer, withoutLeadingZeros } from "@svc/core/calver";
import type { Findings } from "./findings.ts";

/** The upgrades of a model, oldest first (extension format reference §3.1). */
export function describeUpgrades(
  value: unknown,
  version: string,
  found: Findings,
): UpgradeDescriptor[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    found.add("model.upgrades", "must be a list");
    return [];
  }
  const upgrades = value.map((entry, index) => {
    const key = `model.upgrades[${index}]`;
    const upgrade = found.object(key, entry) ?? {};
    const steps = upgrade["upgradeAttributes"];
    if (steps !== undefined && typeof steps !== "function") {
      found.add(`${key}.upgradeAttributes`, "must be a function");
    }
    const description = upgrade["description"];
    return {
      toVersion: String(upgrade["toVersion"]),
      description: typeof description === "string" ? description : "",
    };
  });
  upgrades.forEach(({ toVersion }, index) => {
    const key = `model.upgrades[${index}].toVersion`;
    const own = withoutLeadingZeros(toVersion);
    const before = upgrades[index - 1]?.toVersion;
    const earlier = before === undefined ? undefined : withoutLeadingZeros(before);
    if (!isCalVer(own)) found.add(key, "must be YYYY.MM.DD.N with a date that exists");
    else if (earlier !== undefined && isCalVer(earlier) && compareCalVer(earlier, own) >= 0) {
      found.add(key, `must be later than ${before}`);
    } else if (index === upgrades.length - 1 && own !== withoutLeadingZeros(version)) {
      found.add(key, `must be the model's version ${version}`);
    }
  });
  return upgrades;
}

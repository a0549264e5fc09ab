import type { Finding } from "@svc/core/wire";
import { plainEntry, skillName } from "@svc/core/entry";
import type { Manifest } from "@svc/core/manifest";
import { frontMatter } from "../contents/front_matter.ts";
import type { Files } from "./files.ts";

const FILE_BYTES = 512_000;
const TOTAL_BYTES = 2 * 1024 * 1024;

/** What is wrong with the skills a manifest lists: each is a folder with a described `SKILL.md`. */
export function skillErrors(files: Files, manifest: Manifest): Finding[] {
  const errors: Finding[] = [];
  let total = 0;
  for (const [path, { bytes }] of files) {
    if (!path.startsWith("skills/")) continue;
    total += bytes.length;
    if (bytes.length > FILE_BYTES) {
      errors.push({
        place: path,
        message: `${bytes.length} bytes; a skill file may have ${FILE_BYTES}`,
      });
    }
  }
  if (total > TOTAL_BYTES) {
    errors.push({
      place: "skills",
      message: `${total} bytes; all skills together may have ${TOTAL_BYTES}`,
    });
  }
  const names = new Set<string | undefined>();
  for (const skill of manifest.skills) {
    const name = skillName(skill);
    if (name === undefined || names.has(name)) {
      errors.push({
        place: `skills/${plainEntry(skill)}`,
        message: name === undefined
          ? "a skill is named in letters, digits, '.', '-' and '_'"
          : `another skill is also named ${name}`,
      });
    }
    names.add(name);
    const place = `skills/${plainEntry(skill)}/SKILL.md`;
    const file = files.get(place);
    if (!file) errors.push({ place, message: "is missing" });
    else errors.push(...frontMatterErrors(place, new TextDecoder().decode(file.bytes)));
  }
  return errors;
}

function frontMatterErrors(path: string, text: string): Finding[] {
  const place = `${path}:1`;
  const fields = frontMatter(text);
  if (fields === "none") {
    return [{ place, message: "has no front matter between '---' lines" }];
  }
  if (fields === "broken") return [{ place, message: "has front matter that is not YAML" }];
  return ["name", "description"].flatMap((key) => {
    const value = fields[key];
    return typeof value === "string" && value.trim() !== ""
      ? []
      : [{ place, message: `its front matter needs a '${key}'` }];
  });
}

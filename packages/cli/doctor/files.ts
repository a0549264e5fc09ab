import { type Exposure, exposureOf } from "@svc/runtime/files";
import { maybeConfigFolder } from "../frame/config_folder.ts";
import type { Host } from "../frame/host.ts";
import type { Finding } from "./finding.ts";

/** Files of the configuration folder that are private, or that a stranger should not choose. */
const FILES = ["auth.json", "servers.json", "identity.json", "record-key"];

const WORDS: Readonly<Record<Exclude<Exposure, "none">, string>> = {
  readable: "can be read by others",
  writable: "can be written by others",
};

/** Reports each file of the configuration, and the folder itself, that others have access to. */
export async function examineFiles(host: Host): Promise<Finding[]> {
  const folder = maybeConfigFolder(host);
  if (folder === undefined) return [];
  const places = [
    { path: folder, mode: 700 },
    { path: `${folder}/repositories`, mode: 700 },
    ...FILES.map((name) => ({ path: `${folder}/${name}`, mode: 600 })),
  ];
  const findings: Finding[] = [];
  for (const { path, mode } of places) {
    const exposure = await exposureOf(path).catch(() => undefined);
    if (exposure === undefined) continue;
    findings.push(
      exposure === "none" ? { check: "files", outcome: "passed", found: `${path} is private` } : {
        check: "files",
        outcome: "failed",
        found: `${path} ${WORDS[exposure]}`,
        fix: `chmod ${mode} ${path}`,
      },
    );
  }
  return findings.length > 0
    ? findings
    : [{ check: "files", outcome: "passed", found: "nothing is stored yet" }];
}

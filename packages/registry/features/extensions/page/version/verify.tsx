import type { ExtensionInfo } from "@svc/core/wire";
import { Command } from "../../../../platform/web/components/command.tsx";

/** The checksum of a version's archive, with a line that computes it from the download. */
export function Verify({ info, version, checksum, baseUrl }: {
  info: ExtensionInfo;
  version: string;
  /** SHA-256, lower-case hex. */
  checksum: string;
  /** Address of this registry. */
  baseUrl: string;
}) {
  const archive = `${baseUrl}/api/v1/extensions/${info.name}@${version}/download`;
  return (
    <section aria-labelledby="verify-title">
      <h3 id="verify-title">Checksum</h3>
      <p class="break">
        SHA-256 of the archive: <code>{checksum}</code>
      </p>
      {info.isPrivate ? null : (
        <Command
          id="verify"
          command={`curl -fsSL '${archive}' | sha256sum`}
          what="the line that prints the checksum"
        />
      )}
      <p class="quiet">
        A pull checks it automatically and writes it into the lockfile.
      </p>
    </section>
  );
}

import { StoreFailure } from "./failure.ts";

/** What requests are signed with. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/**
 * The credentials in the environment: never in the configuration, which is in git.
 *
 * @throws StoreFailure `no_credentials` that names what is missing
 */
export function readCredentials(
  read: (name: string) => string | undefined = (name) => Deno.env.get(name),
): Credentials {
  const accessKeyId = read("AWS_ACCESS_KEY_ID")?.trim();
  const secretAccessKey = read("AWS_SECRET_ACCESS_KEY")?.trim();
  const sessionToken = read("AWS_SESSION_TOKEN")?.trim();
  const missing = [
    ...(accessKeyId ? [] : ["AWS_ACCESS_KEY_ID"]),
    ...(secretAccessKey ? [] : ["AWS_SECRET_ACCESS_KEY"]),
  ];
  if (!accessKeyId || !secretAccessKey) {
    throw new StoreFailure("no_credentials", `set ${missing.join(" and ")} in the environment`);
  }
  // Anything else than printable ASCII cannot be in a header, and would fail with its value shown.
  const values = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SESSION_TOKEN: sessionToken ?? "" };
  for (const [name, value] of Object.entries(values)) {
    if (!/^[!-~]*$/.test(value)) {
      throw new StoreFailure(
        "no_credentials",
        `${name} has characters that are not allowed in a credential`,
      );
    }
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) };
}

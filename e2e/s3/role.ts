import type { S3Backend } from "@svc/fakes/s3";

/**
 * Has this process know a profile that takes the gateway's role, by its user's key. Dispose it to forget.
 */
export async function takenRole(
  { url, accessKeyId, secretAccessKey, role }: S3Backend,
): Promise<{ environment: Record<string, string> } & AsyncDisposable> {
  const file = await Deno.makeTempFile({ prefix: "svc-profile-" });
  await Deno.writeTextFile(
    file,
    `[profile user]
aws_access_key_id = ${accessKeyId}
aws_secret_access_key = ${secretAccessKey}
[profile registry]
role_arn = ${role}
source_profile = user
`,
  );
  const environment = {
    AWS_PROFILE: "registry",
    AWS_CONFIG_FILE: file,
    AWS_SHARED_CREDENTIALS_FILE: "/dev/null",
    AWS_ENDPOINT_URL_STS: url,
  };
  for (const [name, value] of Object.entries(environment)) Deno.env.set(name, value);
  return {
    environment,
    async [Symbol.asyncDispose]() {
      for (const name of Object.keys(environment)) Deno.env.delete(name);
      await Deno.remove(file);
    },
  };
}

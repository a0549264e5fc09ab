// Auto-generated shared helpers for Google Cloud REST APIs

let cached: { token: string; until: number } | undefined;

async function run(args: string[]): Promise<string> {
  const command = new Deno.Command("gcloud", {
    args,
    stdout: "piped",
    stderr: "piped",
  });
  const { success, stdout, stderr } = await command.output();
  if (!success) {
    throw new Error(
      `gcloud ${args.join(" ")} failed: ${new TextDecoder().decode(stderr)}`,
    );
  }
  return new TextDecoder().decode(stdout).trim();
}

async function activateServiceAccount(json: string): Promise<void> {
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, json);
    await run(["auth", "activate-service-account", `--key-file=${path}`]);
  } finally {
    try {
      await Deno.remove(path);
    } catch {
      // gone already
    }
  }
}

export async function getAccessToken(): Promise<string> {
  const given = Deno.env.get("GCP_ACCESS_TOKEN");
  if (given) return given;
  if (cached && cached.until > Date.now()) return cached.token;
  const json = Deno.env.get("GOOGLE_APPLICATION_CREDENTIALS_JSON");
  if (json) await activateServiceAccount(json);
  const file = Deno.env.get("GOOGLE_APPLICATION_CREDENTIALS");
  if (file && !json) {
    await activateServiceAccount(await Deno.readTextFile(file));
  }
  const token = await run(["auth", "print-access-token"]);
  cached = { token, until: Date.now() + 1800_000 };
  return token;
}

export async function getProjectId(): Promise<string> {
  const project = Deno.env.get("GCP_PROJECT") ??
    Deno.env.get("GOOGLE_CLOUD_PROJECT");
  if (project) return project;
  return await run(["config", "get-value", "project"]);
}

export interface RequestOptions {
  method: string;
  url: string;
  body?: unknown;
}

export async function request(
  options: RequestOptions,
): Promise<Record<string, unknown>> {
  const { method, url, body } = options;
  for (let attempt = 0;; attempt++) {
    const headers: Record<string, string> = {
      Authorization: `Bearer ${await getAccessToken()}`,
      "Content-Type": "application/json",
    };
    const quota = Deno.env.get("GOOGLE_CLOUD_QUOTA_PROJECT");
    if (quota) headers["x-goog-user-project"] = quota;
    const response = await fetch(url, {
      method,
      headers,
      body: body ? JSON.stringify(body) : undefined,
    });
    if (response.status === 429 && attempt < 3) {
      const after = Number(response.headers.get("retry-after") ?? "1");
      await response.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, after * 1000));
      continue;
    }
    if (!response.ok) {
      const text = await response.text();
      throw Object.assign(
        new Error(`${method} ${url}: ${response.status} ${text}`),
        {
          status: response.status,
        },
      );
    }
    if (response.status === 204) return {};
    return await response.json();
  }
}

// Auto-generated shared helpers for Cloud Control API

import {
  CloudControlClient,
  CreateResourceCommand,
  DeleteResourceCommand,
  GetResourceCommand,
  GetResourceRequestStatusCommand,
  UpdateResourceCommand,
} from "npm:@aws-sdk/client-cloudcontrol@3.1142.0";
import jsonpatch from "npm:fast-json-patch@3.1.1";

function readConfigRegion(): string | undefined {
  const home = Deno.env.get("HOME") ?? Deno.env.get("USERPROFILE");
  const path = Deno.env.get("AWS_CONFIG_FILE") ??
    (home ? `${home}/.aws/config` : undefined);
  if (!path) return undefined;
  const profile = Deno.env.get("AWS_PROFILE") ?? "default";
  try {
    const text = Deno.readTextFileSync(path);
    const header = profile === "default" ? "[default]" : `[profile ${profile}]`;
    let inside = false;
    for (const raw of text.split("\n")) {
      const line = raw.trim();
      if (line.startsWith("[")) inside = line === header;
      else if (inside && line.startsWith("region")) {
        return line.split("=")[1]?.trim();
      }
    }
  } catch {
    // no config file
  }
  return undefined;
}

function createClient(region?: string): CloudControlClient {
  return new CloudControlClient({
    region: region ?? Deno.env.get("AWS_REGION") ??
      Deno.env.get("AWS_DEFAULT_REGION") ?? readConfigRegion() ?? "us-east-1",
  });
}

const TERMINAL = new Set(["SUCCESS", "FAILED", "CANCEL_COMPLETE"]);

async function waitFor(client: CloudControlClient, token: string) {
  let delay = 250;
  for (let attempt = 0; attempt < 60; attempt++) {
    const { ProgressEvent } = await client.send(
      new GetResourceRequestStatusCommand({ RequestToken: token }),
    );
    console.log(
      `[CloudControl] ${ProgressEvent?.Operation} ${ProgressEvent?.TypeName}: ${ProgressEvent?.OperationStatus}`,
    );
    if (TERMINAL.has(ProgressEvent?.OperationStatus ?? "")) {
      if (ProgressEvent!.OperationStatus !== "SUCCESS") {
        throw new Error(
          `${ProgressEvent!.ErrorCode}: ${ProgressEvent!.StatusMessage}`,
        );
      }
      return ProgressEvent!;
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
    delay = Math.min(delay * 2, 5000);
  }
  throw new Error("Timed out waiting for Cloud Control");
}

export async function readResource(
  typeName: string,
  identifier: string,
  region?: string,
): Promise<Record<string, unknown>> {
  const client = createClient(region);
  const { ResourceDescription } = await client.send(
    new GetResourceCommand({ TypeName: typeName, Identifier: identifier }),
  );
  return JSON.parse(ResourceDescription?.Properties ?? "{}");
}

export async function createResource(
  typeName: string,
  desired: Record<string, unknown>,
  region?: string,
): Promise<Record<string, unknown>> {
  const client = createClient(region);
  const { ProgressEvent } = await client.send(
    new CreateResourceCommand({
      TypeName: typeName,
      DesiredState: JSON.stringify(desired),
    }),
  );
  const done = await waitFor(client, ProgressEvent!.RequestToken!);
  return await readResource(typeName, done.Identifier!, region);
}

export async function updateResource(
  typeName: string,
  identifier: string,
  current: Record<string, unknown>,
  desired: Record<string, unknown>,
  region?: string,
): Promise<Record<string, unknown>> {
  const patch = jsonpatch.compare(current, { ...current, ...desired });
  if (patch.length === 0) return current;
  const client = createClient(region);
  const { ProgressEvent } = await client.send(
    new UpdateResourceCommand({
      TypeName: typeName,
      Identifier: identifier,
      PatchDocument: JSON.stringify(patch),
    }),
  );
  await waitFor(client, ProgressEvent!.RequestToken!);
  return await readResource(typeName, identifier, region);
}

export async function deleteResource(
  typeName: string,
  identifier: string,
  region?: string,
): Promise<{ existed: boolean }> {
  const client = createClient(region);
  try {
    const { ProgressEvent } = await client.send(
      new DeleteResourceCommand({ TypeName: typeName, Identifier: identifier }),
    );
    await waitFor(client, ProgressEvent!.RequestToken!);
    return { existed: true };
  } catch (e) {
    if (e instanceof Error && e.name === "ResourceNotFoundException") {
      return { existed: false };
    }
    throw e;
  }
}

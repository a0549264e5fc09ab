import { z } from "npm:zod@4";
import { readFile } from "node:fs/promises";
import { Buffer } from "node:buffer";
import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  X509Certificate,
} from "node:crypto";
import { hostname } from "node:os";
import process from "node:process";
import forge from "npm:node-forge@1.4.3";

process.setMaxListeners(50);

const FactsSchema = z.object({
  hostname: z.string(),
  system: z.string(),
  distribution: z.string().nullable(),
  user: z.string().nullable(),
  pid: z.number().int(),
  memory: z.object({ totalKb: z.number().nullable() }).passthrough(),
});

async function distribution(): Promise<string | null> {
  try {
    const text = await Deno.readTextFile("/etc/os-release");
    return text.match(/(?<=^PRETTY_NAME=").*(?="$)/m)?.[0] ?? null;
  } catch (err) {
    if (err instanceof Deno.errors.NotFound) return null;
    throw err;
  }
}

async function memory(): Promise<Record<string, number | null>> {
  try {
    const text = await Deno.readTextFile("/proc/meminfo");
    const total = text.match(/^MemTotal:\s+(\d+)/m);
    return { totalKb: total ? Number(total[1]) : null };
  } catch {
    return { totalKb: null };
  }
}

function selfSigned(name: string): string {
  const keys = forge.pki.rsa.generateKeyPair(1024);
  const cert = forge.pki.createCertificate();
  cert.publicKey = keys.publicKey;
  cert.serialNumber = `01${randomBytes(6).toString("hex")}`;
  cert.validity.notBefore = new Date();
  cert.validity.notAfter = new Date(Date.now() + 86_400_000);
  const attributes = [{ name: "commonName", value: name }];
  cert.setSubject(attributes);
  cert.setIssuer(attributes);
  cert.sign(keys.privateKey, forge.md.sha256.create());
  return forge.pki.certificateToPem(cert);
}

/** Facts of this machine. */
export const model = {
  type: "@opsworks/host-facts",
  version: "2026.08.20.1",
  globalArguments: z.object({ label: z.string().default("this machine") }),
  resources: {
    facts: {
      description: "What the machine says",
      schema: FactsSchema,
      lifetime: "30d",
      garbageCollection: 10,
    },
    digest: {
      description: "The digest of a file",
      schema: z.object({
        path: z.string(),
        sha256: z.string(),
        base64Head: z.string(),
      }),
      lifetime: "infinite",
      garbageCollection: 3,
    },
    certificate: {
      description: "A certificate",
      schema: z.object({
        subject: z.string(),
        fingerprint: z.string(),
        curve: z.string(),
      }),
      lifetime: "1h",
      garbageCollection: 1,
    },
  },
  methods: {
    collect: {
      description: "Collect the facts",
      arguments: z.object({}),
      // deno-lint-ignore no-explicit-any
      execute: async (_args: Record<string, never>, context: any) => {
        let name = "unknown";
        try {
          name = Deno.hostname();
        } catch {
          name = hostname();
        }
        const handle = await context.writeResource("facts", "current", {
          hostname: name,
          system: `${Deno.build.os}-${Deno.build.arch}`,
          distribution: await distribution(),
          user: process.env.USER ?? Deno.env.get("USER") ?? null,
          pid: Deno.pid,
          memory: await memory(),
        });
        return { dataHandles: [handle] };
      },
    },
    digest: {
      description: "The digest of a file of the repository",
      arguments: z.object({ path: z.string() }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { path: string }, context: any) => {
        const bytes = await readFile(`${context.repoDir}/${args.path}`);
        const handle = await context.writeResource(
          "digest",
          args.path.replaceAll("/", "_"),
          {
            path: args.path,
            sha256: createHash("sha256").update(bytes).digest("hex"),
            base64Head: Buffer.from(bytes.subarray(0, 12)).toString("base64"),
          },
        );
        return { dataHandles: [handle] };
      },
    },
    certify: {
      description: "Make a certificate for a day",
      arguments: z.object({ name: z.string().default("localhost") }),
      // deno-lint-ignore no-explicit-any
      execute: async (args: { name: string }, context: any) => {
        const pem = selfSigned(args.name);
        const cert = new X509Certificate(pem);
        const { publicKey } = generateKeyPairSync("ec", {
          namedCurve: "P-256",
        });
        const handle = await context.writeResource("certificate", args.name, {
          subject: cert.subject,
          fingerprint: cert.fingerprint256,
          curve: String(publicKey.asymmetricKeyDetails?.namedCurve ?? "P-256"),
        });
        return { dataHandles: [handle] };
      },
    },
  },
};

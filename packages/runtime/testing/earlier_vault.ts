import { Buffer } from "node:buffer";
import { createCipheriv, pbkdf2Sync, randomBytes } from "node:crypto";

/** The text of a secret's file of format version 2 (runtime reference §5.2), made as other tools do. */
export function earlierSecret(value: string, material: string | Uint8Array): string {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(
    "aes-256-gcm",
    pbkdf2Sync(material, salt, 100_000, 32, "sha256"),
    iv,
  );
  const data = Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]);
  const [first, second, third] = [iv, data, salt].map((bytes) => bytes.toString("base64"));
  return JSON.stringify({ iv: first, data: second, salt: third, version: 2 }, null, 2);
}

/** The text of a key file of format version 2. */
export function earlierKey(): string {
  return crypto.randomUUID() + crypto.randomUUID();
}

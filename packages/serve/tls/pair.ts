import { SvcError } from "@svc/core/error";

/**
 * Reads a certificate and its private key, and makes sure that they belong together: a listener would
 * not notice before the first caller comes.
 *
 * @returns both in PEM, and when the certificate ends
 * @throws SvcError `validation_failed` naming the file that is at fault
 */
export async function readTlsPair(
  { certFile, keyFile }: { certFile: string; keyFile: string },
) {
  // One after the other, so that of two files at fault it is always the first that is named.
  const cert = await textOf(certFile);
  const key = await textOf(keyFile);
  const { createPrivateKey, X509Certificate } = await import("node:crypto");
  const certificate = attempt(
    certFile,
    "is not a certificate in PEM",
    () => new X509Certificate(cert),
  );
  const secret = attempt(
    keyFile,
    "is not a private key in PEM without a passphrase",
    () => createPrivateKey(key),
  );
  if (!certificate.checkPrivateKey(secret)) {
    throw unusable(`${keyFile} is not the key of the certificate in ${certFile}`);
  }
  return { cert, key, expires: new Date(certificate.validTo) };
}

async function textOf(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw unusable(`${path} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

function attempt<T>(path: string, what: string, work: () => T): T {
  try {
    return work();
  } catch {
    // What the library says may quote the key.
    throw unusable(`${path} ${what}`);
  }
}

function unusable(message: string): SvcError {
  return new SvcError("validation_failed", message, {
    hint: "--cert-file and --key-file take a certificate and its private key in PEM.",
  });
}

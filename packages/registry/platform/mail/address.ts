/**
 * What may be put into a mail's envelope: plain ASCII as sign-up takes it, so without line ends,
 * angle brackets, commas and quotes. Anything else is never handed to the mail server.
 */
const ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,187}[A-Za-z0-9])?$/;

/** True for one address that can be written into a header and an envelope as it is. */
export function isSendable(address: string): boolean {
  return address.length <= 254 && ADDRESS.test(address);
}

/** Who mails come from. */
export interface Sender {
  name: string;
  address: string;
}

/** `registry@example.org` or `Registry <registry@example.org>`; undefined for anything else. */
export function parseSender(text: string): Sender | undefined {
  const [, name, inside] = /^([^<>"\\\p{Cc}]{0,100})<([^<>]*)>$/u.exec(text.trim()) ?? [];
  const address = (inside ?? text).trim();
  return isSendable(address) ? { name: (name ?? "").trim(), address } : undefined;
}

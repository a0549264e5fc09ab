/** Prefix of the short session a personal key is exchanged for; no key kind begins like it. */
const PREFIX = "svc_tmp_";

/** A fresh exchange token: prefix and 32 hexadecimal characters from 16 random bytes. */
export function generateExchangeToken(): string {
  return PREFIX + crypto.getRandomValues(new Uint8Array(16)).toHex();
}

/** True when `text` has the shape of an exchange token. */
export function isExchangeToken(text: string): boolean {
  return /^svc_tmp_[0-9a-f]{32}$/.test(text);
}

/** The bytes that base32 without padding stands for. */
export function fromBase32(text: string): Uint8Array {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...text].map((char) => alphabet.indexOf(char).toString(2).padStart(5, "0"));
  return new Uint8Array(bits.join("").match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
}

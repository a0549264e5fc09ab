/** How a body is encoded on its way. */
export type Encoding = "identity" | "br" | "gzip";

/** Headers remembered: browsers and clients send few different ones. */
const REMEMBERED = 64;

const LONGEST = 100;

const known = new Map<string, readonly Encoding[]>();

/** The encodings that an `Accept-Encoding` takes, the shortest answer first. */
export function acceptedEncodings(header: string | null): readonly Encoding[] {
  if (header === null) return IDENTITY;
  const found = known.get(header);
  if (found !== undefined) return found;
  const accepted = read(header);
  if (header.length <= LONGEST) {
    if (known.size >= REMEMBERED) known.clear();
    known.set(header, accepted);
  }
  return accepted;
}

const IDENTITY: readonly Encoding[] = ["identity"];

function read(header: string): Encoding[] {
  const weights = new Map(
    header.toLowerCase().split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
      const weight = parameters.find((text) => text.startsWith("q="))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  const takes = (name: Encoding) => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  return [...(["br", "gzip"] as const).filter(takes), "identity"];
}

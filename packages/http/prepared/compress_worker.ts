/// <reference lib="deno.worker" />
import { compressed } from "./compress.ts";

// One message a body; the answer has its number.
self.onmessage = ({ data: { id, body, encoding } }) => {
  self.postMessage({ id, body: compressed(body, encoding) });
};

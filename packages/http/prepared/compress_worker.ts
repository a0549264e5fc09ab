import { compressed } from "./compress.ts";

/** What a worker is to itself. */
declare const self: Worker;

// One message a body; the answer has its number.
self.onmessage = ({ data: { id, body, encoding } }) => {
  self.postMessage({ id, body: compressed(body, encoding) });
};

/** An upload has more bytes than were asked for; nothing of it was read. */
export class LongUpload extends Error {
  override readonly name = "LongUpload";

  constructor(bytes: number, most: number) {
    super(`an upload has ${bytes} bytes, more than ${most}`);
  }
}

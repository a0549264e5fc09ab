import { SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import type { NumberedEvent } from "@svc/serve/runs";
import { createParser } from "eventsource-parser";
import type { ServerAddress } from "./server_address.ts";

/** The longest event, in characters: a server keeps less of a whole run. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Takes the text of a stream of server-sent events piece by piece and answers the events of a run that
 * each piece completes.
 *
 * @throws SvcError `body_too_large`
 */
export function eventParser({ url }: ServerAddress): (text: string) => NumberedEvent[] {
  let complete: NumberedEvent[] = [];
  let tooLong = false;
  const parser = createParser({
    maxBufferSize: LONGEST,
    onEvent({ data }) {
      const event = numbered(data);
      if (event !== undefined) complete.push(event);
    },
    onError: ({ type }) => void (tooLong ||= type === "max-buffer-size-exceeded"),
  });
  return (text) => {
    complete = [];
    parser.feed(text);
    if (!tooLong) return complete;
    throw new SvcError(
      "body_too_large",
      `${url} sends an event of more than ${LONGEST} characters`,
      {
        hint: "This does not look like 'svc serve'. Check the address.",
      },
    );
  };
}

/** What stands in a message; undefined for anything but an event of a run. */
function numbered(data: string): NumberedEvent | undefined {
  const found = parsedJson(data) as Partial<NumberedEvent> | null | undefined;
  const isOne = Number.isSafeInteger(found?.seq) && found!.seq! > 0 &&
    typeof found!.event?.kind === "string" &&
    (found!.event.kind !== "output" || typeof found!.event.text === "string");
  return isOne ? found as NumberedEvent : undefined;
}

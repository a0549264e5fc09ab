import type { Place } from "./words.ts";

/** The completion script for fish. */
export function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words, options, asks }) => {
    const here = `-n ${quote(`__svc_at ${quote(path)}`)}`;
    return [
      ...(asks ? [`complete -c svc ${here} -f -a '(__svc_ask)'`] : []),
      ...words.map(({ word, summary }) =>
        `complete -c svc ${here} -f -a ${quote(word)} -d ${quote(summary)}`
      ),
      ...options.map((option) => {
        const short = option.short ? ` -s ${option.short}` : "";
        const value = option.kind === "flag"
          ? ""
          : option.choices
          ? ` -x -a ${quote(option.choices.join(" "))}`
          : " -r";
        return `complete -c svc ${here} -l ${option.name}${short}${value} -d ${
          quote(option.summary)
        }`;
      }),
    ];
  });
  return `# svc completion for fish: svc completions fish | source
set -g __svc_known ${places.filter(({ path }) => path).map(({ path }) => quote(path)).join(" ")}
function __svc_at
  set -l path
  for word in (commandline -opc)[2..]
    set -l next (string join -- ' ' $path $word)
    contains -- "$next" $__svc_known; and set path $path $word
  end
  test "$path" = "$argv[1]"
end
function __svc_ask
  set -l words (commandline -opc)
  $words[1] __complete $words[2..] 2>/dev/null
end
${lines.join("\n")}
`;
}

/** A word for fish: inside single quotes only the quote and the backslash are read. */
export function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

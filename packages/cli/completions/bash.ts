import type { Place } from "./words.ts";

/** The completion script for bash. */
export function bashScript(places: readonly Place[]): string {
  const cases = places.map(({ path, words, options }) => {
    const flags = options.map(({ name }) => `--${name}`);
    return `    ${quote(path)}) words=${
      quote([...words.map(({ word }) => word), ...flags].join(" "))
    } ;;`;
  });
  const values = places.flatMap(({ path, options }) =>
    options.filter((option) => option.choices).map(({ name, choices }) =>
      `    ${quote(`${path} --${name}`)}) words=${quote(choices!.join(" "))} ;;`
    )
  );
  const takesValue = new Set(
    places.flatMap(({ options }) =>
      options.filter(({ kind }) => kind !== "flag").map(({ name }) => `--${name}`)
    ),
  );
  const asking = `|${places.filter(({ asks }) => asks).map(({ path }) => path).join("|")}|`;
  return `# svc completion for bash: eval "$(svc completions bash)"
_svc() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path= words= word next
  local known=${quote(`|${places.map(({ path }) => path).join("|")}|`)}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next=\${path:+$path }$word
    [[ $known == *"|$next|"* ]] && path=$next
  done
  case "$path $prev" in
${values.join("\n")}
  esac
  if [[ -z $words && ${quote(` ${[...takesValue].join(" ")} `)} == *" $prev "* ]]; then
    COMPREPLY=($(compgen -f -- "$cur"))
    return
  fi
  [[ -n $words ]] || case "$path" in
${cases.join("\n")}
  esac
  [[ $cur == -* ]] || words=$(tr ' ' '\\n' <<< "$words" | grep -v '^--')
  if [[ $cur != -* && ${quote(asking)} == *"|$path|"* ]]; then
    words=$("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ \${#COMPREPLY[@]} -gt 0 || $cur == -* ]] || COMPREPLY=($(compgen -f -- "$cur"))
}
# Names of extensions are one word.
COMP_WORDBREAKS=\${COMP_WORDBREAKS/@/}
complete -o filenames -F _svc svc
`;
}

/** A word for a POSIX shell, quoted so that nothing in it is read. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

import type { Place } from "./words.ts";

/** The completion script for PowerShell. */
export function powershellScript(places: readonly Place[]): string {
  // A word and its meaning are one text with a tab between: PowerShell takes arrays within arrays apart.
  const rows = places.map(({ path, words, options, asks }) => {
    const commands = words.map(({ word, summary }) => quote(`${word}\t${summary}`));
    const flags = options.map(({ name, summary }) => quote(`--${name}\t${summary}`));
    return `    ${quote(path)} = @{ Asks = $${asks}; Words = @(${commands.join(", ")}); ` +
      `Options = @(${flags.join(", ")}) }`;
  });
  const values = places.flatMap(({ path, options }) =>
    options.filter((option) => option.choices).map(({ name, choices }) =>
      `    ${quote(`${path} --${name}`)} = @(${choices!.map(quote).join(", ")})`
    )
  );
  return `# svc completion for PowerShell: svc completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName svc -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $places = @{
${rows.join("\n")}
  }
  $values = @{
${values.join("\n")}
  }
  $svc = $commandAst.CommandElements[0].Extent.Text
  $start = $cursorPosition - $wordToComplete.Length
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $start } | ForEach-Object { $_.Extent.Text })
  $path = ''
  foreach ($word in $before) {
    $next = if ($path) { "$path $word" } else { $word }
    if ($places.ContainsKey($next)) { $path = $next }
  }
  $place = $places[$path]
  $last = if ($before.Count -gt 0) { $before[-1] } else { '' }
  if ($values.ContainsKey("$path $last")) {
    $offered = $values["$path $last"]
  } elseif ($wordToComplete.StartsWith('-')) {
    $offered = $place.Options
  } elseif ($place.Asks) {
    $offered = & $svc __complete @before 2>$null
  } else {
    $offered = $place.Words
  }
  foreach ($one in $offered) {
    $word, $meaning = $one -split "\`t", 2
    if (-not $word.StartsWith($wordToComplete)) { continue }
    if (-not $meaning) { $meaning = $word }
    # PowerShell reads a word that begins with @ as a variable.
    $text = if ($word.StartsWith('@')) { "'$word'" } else { $word }
    [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $meaning)
  }
}
`;
}

/** A text for PowerShell: inside single quotes only the quote is read, and it knows five of them. */
export function quote(text: string): string {
  return `'${text.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

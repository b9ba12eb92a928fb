/** `419 jobs`, `1 customer`: the counts that aren't zero, in words. */
export const counted = <Name extends string>(
  counts: Record<Name, number>,
  words: Record<Name, [one: string, many: string]>,
): string[] =>
  (Object.keys(words) as Name[])
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name].toLocaleString('en-US')} ${words[name][counts[name] === 1 ? 0 : 1]}`)

const list = new Intl.ListFormat('en-GB')

export const listed = (parts: string[]): string => list.format(parts)

/** `MG` for `Marcus Green`. The name stands beside it, so screen readers skip it. */
export const Avatar = ({ name }: { name: string }) => (
  <span class="avatar" aria-hidden="true">
    {initialsOf(name)}
  </span>
)

export function initialsOf(name: string): string {
  // Of an email address, only the part before the @ is about the person.
  const words = (name.split('@')[0] ?? '').split(/[\s.]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word))
  const ends = words.length > 1 ? [words.at(0), words.at(-1)] : words
  return ends.map((word) => /^./u.exec(word ?? '')?.[0].toUpperCase()).join('')
}

/** The placeholders of campaigns. Anything else in braces is text. */
export const campaignPlaceholders = ['first_name', 'name', 'business', 'email'] as const

const list = new Intl.ListFormat('en-GB')

/** `{first_name}, {name} and {email}` */
export const listed = (names: readonly string[]): string => list.format(names.map((name) => `{${name}}`))

/** Text in braces that no value exists for, such as the `{frist_name}` of a typing error. */
export function unknownPlaceholders(pattern: string, known: readonly string[]): string[] {
  const found = [...pattern.matchAll(/\{[^{}\r\n]{0,60}\}/g)].map(([shown]) => shown)
  return [...new Set(found)].filter((shown) => !known.some((name) => shown === `{${name}}`))
}

const mostNamed = 3

/** Points out text in braces that a campaign's writer may have meant as a placeholder. Null if there is none. */
export function placeholderWarning(pattern: string): string | null {
  const unknown = unknownPlaceholders(pattern, campaignPlaceholders)
  const [only, ...others] = unknown
  if (only === undefined) return null
  if (others.length === 0) return `${only} isn’t a placeholder. We’ll send it as it is.`
  const more = unknown.length - mostNamed
  const named = [...unknown.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])]
  return `${list.format(named)} aren’t placeholders. We’ll send them as they are.`
}

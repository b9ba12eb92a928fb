/**
 * Query values exactly as sent. Elysia splits them at commas and parses what looks like JSON, which
 * turns `?q=12 Main St, Springfield` into a list. Of a repeated name the last value counts.
 */
export function plainQuery(url: string): Record<string, string> {
  const start = url.indexOf('?')
  if (start === -1) return {}
  const end = url.indexOf('#', start)
  return Object.fromEntries(new URLSearchParams(url.slice(start + 1, end === -1 ? undefined : end)))
}

/**
 * The address a customer may be sent back to: one of ours, written out in full. Null for anything else,
 * also for what only looks like ours (`blob:` has our origin, user info puts another name in front).
 */
export function ownAddress(text: string, publicUrl: string): string | null {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  return url.origin === new URL(publicUrl).origin ? url.href : null
}

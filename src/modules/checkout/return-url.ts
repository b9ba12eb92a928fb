import type { Config } from '../../config'

export type Site = Pick<Config, 'publicUrl' | 'origins'>

/**
 * The address a customer may be sent back to: one of ours, in full or as a path. Null for anything else,
 * also for what only looks like ours (`blob:` has our origin, `//name` is another's, user info puts a name in front).
 */
export function ownAddress(text: string, site: Site): string | null {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  const url = isPath ? URL.parse(text, site.publicUrl) : URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  return site.origins.includes(url.origin) ? url.href : null
}

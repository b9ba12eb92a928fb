import type { Finder } from '../insight'

/** Blocks so wide that nearly anybody is in them. */
export function tooWide(trusted: readonly string[]): string[] {
  return trusted.filter((entry) => {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) return false
    return Number(prefix) < (address.includes(':') ? 16 : 8)
  })
}

export const proxies: Finder = ({ config }) => {
  const wide = tooWide(config.trustedProxies)
  if (wide.length === 0) return []
  return [
    {
      severity: 'high',
      category: 'security',
      title: 'Nearly anybody is a trusted proxy',
      detail: 'Whoever is trusted can claim any address, so limits by address mean nothing.',
      action: 'Name only your own proxy in TRUSTED_PROXIES.',
    },
  ]
}

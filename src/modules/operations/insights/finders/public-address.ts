import type { Config } from '../../../../config'
import type { Finder } from '../insight'

/** What is wrong with the address customers are sent to, or null. */
export function addressFault({ env, publicUrl }: Pick<Config, 'env' | 'publicUrl'>): string | null {
  if (env !== 'production') return null
  const { protocol, hostname } = new URL(publicUrl)
  if (/^(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(hostname))
    return 'leads nowhere from anywhere but this box'
  return protocol === 'https:' ? null : 'is not encrypted'
}

export const publicAddress: Finder = ({ config }) => {
  const fault = addressFault(config)
  if (fault === null) return []
  return [
    {
      severity: 'high',
      category: 'config',
      title: `The public address ${fault}`,
      detail: 'Links in e-mails, checkout pages and invoices begin with it.',
      action: 'Set PUBLIC_URL to the https:// address customers use.',
    },
  ]
}

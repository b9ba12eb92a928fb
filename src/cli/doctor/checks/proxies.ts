import { tooWide } from '../../../modules/operations'
import { fault, fine, type ConfigCheck } from '../finding'

export const proxies: ConfigCheck = ({ trustedProxies }) => {
  const wide = tooWide(trustedProxies)
  if (wide.length === 0)
    return [fine('proxies', `X-Forwarded-For is believed from ${trustedProxies.join(', ')}`)]
  return [
    fault(
      'proxies',
      `TRUSTED_PROXIES names ${wide.join(', ')}: nearly anybody could claim any address.`,
      'Name only your own proxy, e.g. loopback or 10.0.0.5.',
    ),
  ]
}

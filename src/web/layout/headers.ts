interface PolicyNeeds {
  /** Origins that pictures may come from besides us, such as a configured tile server. */
  images?: string[]
  /** The page has no script, and none shall run. */
  scriptless?: boolean
  /** Elements are styled in place; style elements and foreign sheets stay forbidden. */
  styleAttributes?: boolean
  /** Where a form may lead to besides us, by a redirect. */
  forms?: string[]
}

/** Scripts, styles and requests are ours alone; nothing is inline, so nothing injected runs. */
export function contentPolicy(needs: PolicyNeeds = {}): string {
  const { images = [], scriptless = false, styleAttributes = false, forms = [] } = needs
  return [
    "default-src 'none'",
    ...(scriptless ? [] : ["script-src 'self'", "connect-src 'self'", "worker-src 'self'"]),
    "style-src 'self'",
    ...(styleAttributes ? ["style-src-attr 'unsafe-inline'"] : []),
    ['img-src', "'self'", 'data:', ...images].join(' '),
    "manifest-src 'self'",
    ['form-action', "'self'", ...forms].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** What every page answers with. `nosniff` is on every answer of the service already. */
export function pageHeaders(cacheControl: string, needs?: PolicyNeeds): Record<string, string> {
  return {
    'content-security-policy': contentPolicy(needs),
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=()',
    'cache-control': cacheControl,
  }
}

export const htmlType = 'text/html; charset=utf-8'

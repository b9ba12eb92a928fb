import { chromium, type Browser, type BrowserContext, type Page, type Response } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium'
import type { Site } from './site'

export interface Visitor {
  page: Page
  context: BrowserContext
  /**
   * Everything that shouldn't have happened: requests to other origins, pages that would run a foreign
   * script, errors in a page, errors and warnings in its console.
   */
  troubles: string[]
  /** Ends the visit, and fails if there were problems the test hasn't checked. */
  close: () => Promise<void>
}

export interface Looks {
  width?: number
  height?: number
  /** Phones have a touch screen unless it says otherwise. */
  touch?: boolean
  scheme?: 'light' | 'dark'
  javaScript?: boolean
  /** The language the browser asks for; English unless given. */
  locale?: string
  permissions?: string[]
  position?: { latitude: number; longitude: number; accuracy?: number }
  /** On slow 4G. */
  slow?: boolean
}

/** 400 ms there and back, and 400 kbit/s. */
const slow4G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function openBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null)
    throw new Error('There is no Chromium: run these tests with bun run test:browser')
  return chromium.launch({ executablePath, args: quiet })
}

let visitors = 0

/** A visitor with their own browser, address and history. */
export async function visit(browser: Browser, site: Site, looks: Looks = {}): Promise<Visitor> {
  const { width = 1280, scheme = 'light', javaScript = true, locale, permissions, position } = looks
  const { height = width < 600 ? 844 : 800, touch = width < 600 } = looks
  visitors++
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height },
    hasTouch: touch,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    javaScriptEnabled: javaScript,
    // Limits count by address, and a test's clock stands still.
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${visitors}` },
    ...(locale && { locale }),
    ...(permissions && { permissions }),
    ...(position && { geolocation: position }),
  })
  // Long enough for a busy machine; nobody waits this long when all is well.
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  if (looks.slow) {
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', slow4G)
  }
  const troubles: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== site.url && !/^(data|blob):/.test(request.url()))
      troubles.push(`asked another origin: ${request.url()}`)
  })
  context.on('response', (response) => {
    const looseness = loosenessOf(response)
    if (looseness !== null) troubles.push(`${looseness}: ${response.url()}`)
  })
  page.on('pageerror', (error) => troubles.push(`error in the page: ${error.message}`))
  page.on('console', (message) => {
    if (/^(?:error|warning)$/.test(message.type()) && !expected.test(message.text()))
      troubles.push(`${message.type()} in the console: ${message.text()}`)
  })
  const close = async () => {
    await context.close()
    if (troubles.length > 0) throw new Error(troubles.join('\n'))
  }
  return { page, context, troubles, close }
}

/**
 * The browser logs a refused request itself, and some tests are about refusals. A test's clock would also be
 * installed in every frame, where a sandbox rightly blocks it.
 */
const expected = /^Failed to load resource|^Blocked script execution in 'about:srcdoc'/

/** Describes the problem with a page's policy; null when only our own scripts would run. */
function loosenessOf(response: Response): string | null {
  const headers = response.headers()
  if (!headers['content-type']?.startsWith('text/html')) return null
  const policy = headers['content-security-policy']
  if (policy === undefined) return 'no policy for scripts'
  const directives = new Map(policy.split('; ').map((text) => [text.split(' ')[0], text] as const))
  const scripts = directives.get('script-src') ?? directives.get('default-src') ?? ''
  return /^(script-src 'self'|default-src 'none')$/.test(scripts) ? null : `loose policy (${scripts})`
}

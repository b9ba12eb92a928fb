import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { findChromium } from '../../../scripts/chromium'
import type { Site } from './site'

export interface Visitor {
  page: Page
  context: BrowserContext
  /** Everything that should not have happened: other origins asked, errors in the page or its console. */
  troubles: string[]
  close: () => Promise<void>
}

export interface Looks {
  width?: number
  scheme?: 'light' | 'dark'
  javaScript?: boolean
  permissions?: string[]
  position?: { latitude: number; longitude: number; accuracy?: number }
}

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

/** Somebody with a browser, an address and a history of their own. */
export async function visit(browser: Browser, site: Site, looks: Looks = {}): Promise<Visitor> {
  const { width = 1280, scheme = 'light', javaScript = true, permissions, position } = looks
  visitors++
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: width < 600 ? 844 : 800 },
    hasTouch: width < 600,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    javaScriptEnabled: javaScript,
    // Limits count by address, and the clock of a test stands still.
    extraHTTPHeaders: { 'x-forwarded-for': `198.51.100.${visitors}` },
    ...(permissions && { permissions }),
    ...(position && { geolocation: position }),
  })
  context.setDefaultTimeout(8_000)
  const page = await context.newPage()
  const troubles: string[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== site.url && !/^(data|blob):/.test(request.url()))
      troubles.push(`asked another origin: ${request.url()}`)
  })
  page.on('pageerror', (error) => troubles.push(`error in the page: ${error.message}`))
  page.on('console', (message) => {
    // A refused request is logged by the browser itself, and some tests are about refusals.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(`error in the console: ${message.text()}`)
  })
  return { page, context, troubles, close: () => context.close() }
}

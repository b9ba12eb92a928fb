/** Pictures of every email, for looking at: `bun scripts/email-pictures.ts <folder>`. The HTML is kept beside them. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkMessage, renderMessage } from '../src/modules/messages/prepare'
import { messageTemplates } from '../src/modules/messages/templates/registry'
import type { Brand } from '../src/modules/messages/templates/template'
import { languages, type Language } from '../src/words/language'
import { openBrowser } from '../tests/browser/support/visitor'

const folder = process.argv[2]
if (folder === undefined) throw new Error('Name the folder to put the pictures into')

const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="176" height="44"><rect width="176" height="44" rx="6" fill="#1f6f54"/><text x="16" y="29" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff">Bright Gutters</text></svg>',
)}`

const brandIn = (language: Language): Brand => ({
  name: 'Bright Gutters Denver',
  color: '#1f6f54',
  logoUrl: null,
  phone: '+13035550100',
  email: 'denver@brightgutters.example',
  postalAddress: '1420 Larimer St, Denver, CO 80202',
  site: 'https://book.brightgutters.example',
  bookingUrl: 'https://book.brightgutters.example/book/done/x1',
  confirmUrl: 'https://example.com/book/confirm/abc',
  planUrl: 'https://book.brightgutters.example/plan/abc',
  links: {
    visit: 'https://book.brightgutters.example/visit/abc',
    change: 'https://book.brightgutters.example/my?change=TR-7K2Q9',
    track: 'https://book.brightgutters.example/track/abc',
    rate: 'https://book.brightgutters.example/rate/abc',
  },
  language,
  paysOnline: true,
  timeZone: 'America/Denver',
  card: { brand: 'visa', last4: '4242' },
  simulated: false,
  reference: 'TR-7K2Q9',
})

const start = Date.parse('2026-03-03T20:00:00Z')
const timeZone = 'America/Denver'
const job = { name: 'Maria Lopez', type: 'Gutter cleaning', address: '812 Pearl St, Denver, CO 80203' }
const prices = {
  priceCents: 18_900,
  discountCents: 1_890,
  creditCents: 1_000,
  taxCents: 1_410,
  taxBasisPoints: 881,
  totalCents: 17_420,
  promoCode: 'SPRING10',
}
const chosen = { preferredDate: '2026-03-03', preferredTime: '12:00-14:00' }
const visit = {
  ...job,
  ...chosen,
  start,
  end: start + 5_400_000,
  timeZone,
  workerName: 'Sofia Reyes',
  prices,
}
const invoice = {
  name: job.name,
  number: 'DEN-2026-0042',
  totalCents: 17_420,
  dueDate: '2026-03-17',
  url: 'https://book.brightgutters.example/i/abc',
  lines: [
    { label: 'Gutter cleaning', amountCents: 16_010 },
    { label: 'Tax (8.81%)', amountCents: 1_410 },
  ],
}

interface Sample {
  template: string
  data: Record<string, unknown>
  brand?: Partial<Brand>
}

const franchise = { name: 'Marcus Webb', franchise: 'Bright Gutters Denver' }
const samples: Record<string, Sample> = {
  'confirmation-booked': { template: 'booked', data: { ...job, ...chosen, total: 17_420, prices } },
  'booked-preference': {
    template: 'booked',
    data: { ...job, preferredDate: '2026-03-03', preferredTime: 'morning', total: 18_900 },
  },
  scheduled: { template: 'scheduled', data: visit },
  'scheduled-logo': { template: 'scheduled', data: visit, brand: { logoUrl: logo } },
  'scheduled-logo-off': {
    template: 'scheduled',
    data: visit,
    brand: { logoUrl: 'https://pictures.invalid/logo.png' },
  },
  'scheduled-moved': {
    template: 'scheduled',
    data: { ...visit, moved: true, preferredTime: null },
    brand: { color: '#ffd400' },
  },
  'scheduled-kept': {
    template: 'scheduled',
    data: {
      ...visit,
      kept: true,
      workerName: 'Marcus Webb',
      formerWorkerName: 'Sofia Reyes',
      preferredTime: null,
    },
    brand: { color: '#101828' },
  },
  reminder: { template: 'reminder', data: visit },
  'on-the-way': { template: 'on-the-way', data: { ...job, workerName: 'Sofia Reyes' } },
  unscheduled: { template: 'unscheduled', data: job },
  missed: { template: 'missed', data: job },
  completed: { template: 'completed', data: { ...job, total: 17_420, prices, invoiced: true } },
  canceled: { template: 'cancelled', data: { ...job, refundCents: 17_420 } },
  receipt: {
    template: 'receipt',
    data: {
      ...job,
      amountCents: 17_420,
      paidAt: start,
      prices,
    },
  },
  repriced: { template: 'repriced', data: { ...job, beforeCents: 17_420, totalCents: 19_900 } },
  refunded: { template: 'refunded', data: { ...job, refundCents: 5_000 } },
  invoice: { template: 'invoice', data: invoice },
  'invoice-paid': { template: 'invoice', data: { ...invoice, paid: true } },
  'charge-failed': {
    template: 'charge-failed',
    data: { ...job, amountCents: 17_420, nextTry: start, timeZone, url: invoice.url },
  },
  plan: {
    template: 'plan',
    data: { ...job, totalCents: 17_420, taxCents: 1_410, intervalMonths: 3, nextDate: '2026-06-02' },
  },
  'follow-up': { template: 'follow-up', data: job },
  campaign: {
    template: 'campaign',
    data: {
      name: job.name,
      email: 'maria@example.com',
      subject: 'Spring is here, {first_name}',
      text: 'Hi {first_name},\n\nLeaves and blossoms fill gutters fast. Book before April 15 and get 10% off:\nhttps://book.brightgutters.example/book?code=SPRING10\n\nThanks,\n{business}',
    },
  },
  'verify-code': { template: 'verify-code', data: { code: '482913' } },
  'work-link': {
    template: 'work-link',
    data: { name: 'Sofia Reyes', link: 'https://book.brightgutters.example/work#x', until: start, timeZone },
  },
  'onboarding-welcome': { template: 'onboarding-welcome', data: franchise },
  'onboarding-setup': { template: 'onboarding-setup', data: franchise },
  'onboarding-first-job': { template: 'onboarding-first-job', data: franchise },
  'ops-deploy': {
    template: 'ops-deploy',
    data: {
      title: 'Version 1.4 is live',
      deployedBy: 'Ada',
      commits: 12,
      url: 'https://hosting.example/d/1',
    },
  },
  test: { template: 'test', data: {} },
}

await mkdir(folder, { recursive: true })
const browser = await openBrowser()
try {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ viewport: { width: 390, height: 600 }, colorScheme: scheme })
    for (const language of languages)
      for (const [name, { template, data, brand }] of Object.entries(samples)) {
        const { bulk, english } = messageTemplates[template] ?? {}
        if (english && language !== 'en') continue
        const message = checkMessage(template, 'email', data)
        const sender = { ...brandIn(language), ...brand }
        const unsubscribe = bulk ? 'https://book.brightgutters.example/unsubscribe/x' : null
        const { html, text, subject } = renderMessage(message, 'email', sender, unsubscribe)
        await writeFile(join(folder, `${name}-${language}.html`), html ?? '')
        await writeFile(join(folder, `${name}-${language}.txt`), `${subject}\n\n${text}`)
        await page.setContent(html ?? '', { waitUntil: 'load' })
        await page.screenshot({ path: join(folder, `${name}-${language}-${scheme}.png`), fullPage: true })
      }
    await page.close()
  }
} finally {
  await browser.close()
}
process.exit(0)

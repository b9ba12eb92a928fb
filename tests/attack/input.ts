import { describedRoutes } from '../../src/http/swagger'
import { goodCredential } from '../contract/credentials'
import { addWorld } from '../support/world'
import { atOnce, onService, within } from './attack'

const marker = 'x5s'
const scripts = [
  `<script>${marker}()</script>`,
  `"><svg/onload=${marker}()>`,
  `'-${marker}()-'`,
  `</title><img src=x onerror=${marker}()>`,
  `javascript:${marker}()`,
  `{{constructor.constructor('${marker}()')()}}`,
  `</script><script>${marker}()//`,
]

/** The marker where a browser would run it. */
const runs = new RegExp(
  `<(?:script|svg|img)[^<>]{0,60}${marker}|<script>[^<]{0,200}${marker}|(?:href|src)=["']?javascript:`,
  'i',
)

export const storedScripts = onService('scripts in a booking', async (service, _, wrong) => {
  await addWorld(service)
  for (const script of scripts) {
    const text = script.slice(0, 60)
    const job = await service.job({
      customerName: text,
      address: `${text}, Denver, CO 80202`,
      type: text,
      notes: text,
      preferredTime: script.slice(0, 30),
      addOns: [text],
    })
    const invoice = await service.hq('POST', '/api/invoices/generate', { jobId: job.id })
    const sent = await service.hq('POST', `/api/invoices/${invoice.body.data.invoice.id}/send`, {})
    await service.rest()
    const link = new URL(sent.body?.data?.invoice?.url ?? sent.body?.data?.url ?? 'http://localhost/my')
      .pathname
    for (const page of ['/admin', '/my', '/work', '/book', link]) {
      const { text: html, headers } = await service.open('GET', page)
      if (!(headers.get('content-type') ?? '').startsWith('text/html')) continue
      if (runs.test(html)) wrong.push(`${page} runs ${script}`)
      const policy = headers.get('content-security-policy') ?? ''
      if (!policy.includes("object-src 'none'") && !policy.includes("default-src 'none'"))
        wrong.push(`${page} has no strict policy`)
      if (/script-src[^;]*'unsafe-/.test(policy)) wrong.push(`${page} allows inline scripts`)
    }
  }
})

const operators = [
  `' OR '1'='1`,
  `'; DROP TABLE jobs; --`,
  `" OR ""="`,
  `1) UNION SELECT sql FROM sqlite_master --`,
  'NEAR("a" "b", 2) AND *',
  '^"a" - : ( ) {',
  '%',
  '_%_',
  String.raw`\' OR 1=1`,
  'a'.repeat(400),
  '\u0000',
  '🏠'.repeat(50),
]

export const queryText = onService(
  'database commands in every parameter',
  async (service, { patient }, wrong) => {
    await addWorld(service)
    await service.job()
    for (const [index, { method, path, endpoint }] of describedRoutes(service.app).entries()) {
      if (method !== 'GET' || endpoint.rule.as === 'signature') continue
      const headers = await goodCredential(service.deps, endpoint.rule.as)
      for (const [at, text] of operators.entries()) {
        // The suite tries a third of them on each route, and another third on the next.
        if (!patient && (at + index) % 3 !== 0) continue
        const filled = path.replaceAll(/:\w+/g, encodeURIComponent(text))
        const names = [
          'q',
          'search',
          'sort',
          'order',
          'status',
          'cursor',
          'from',
          'to',
          'email',
          'franchiseId',
          'limit',
        ]
        const query = new URLSearchParams()
        for (const [index, name] of names.entries()) query.set(name, within(operators, at + index))
        for (const target of [
          filled,
          `${filled}?${query.toString()}`,
          `${filled}?q=${encodeURIComponent(text)}`,
        ]) {
          const answer = await service.open(method, target, { headers })
          if (answer.status >= 500 && answer.status !== 502)
            wrong.push(`GET ${path}: ${answer.status} for ${text.slice(0, 40)}`)
          if (/sqlite|syntax error|no such (?:table|column)|SELECT /i.test(answer.body?.error ?? ''))
            wrong.push(`GET ${path} reveals the database: ${answer.body?.error}`)
        }
      }
    }
  },
)

export const namedHosts = onService('links made from a forged host', async (service, { times }, wrong) => {
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example;proto=https',
    'x-forwarded-proto': 'https',
  }
  await addWorld(service)
  const job = await service.job()
  const answers = await atOnce(Math.min(times, 20), () =>
    service.open('POST', '/api/payments/checkout', {
      headers: forged,
      body: { jobId: job.id, amount: job.totalCents },
    }),
  )
  for (const { text } of answers)
    if (text.includes('evil')) wrong.push('a checkout link names the forged host')
  await service.open('POST', '/api/customer/verify', {
    headers: forged,
    body: { email: 'jordan@example.com' },
  })
  await service.rest()
  for (const page of ['/', '/book', '/my', '/swagger/json', '/swagger'])
    if ((await service.open('GET', page, { headers: forged })).text.includes('evil'))
      wrong.push(`${page} names the forged host`)
})

export const claimedMoney = onService('money that was only claimed', async (service, _, wrong) => {
  const paid = await service.job()
  const paymentId = await service.pay(paid.id)
  // The demo processor accepts an id named at booking, unless it belongs to another job.
  const claims = [
    { booked: { paymentStatus: 'charged', paymentId }, canceled: { paymentStatus: 'charged', paymentId } },
    { booked: { paymentStatus: 'charged' }, canceled: { paymentStatus: 'charged' } },
    { booked: {}, canceled: { paymentStatus: 'charged', paymentId } },
    { booked: {}, canceled: { paymentStatus: 'charged', paymentId: 'pi_made_up', amount: 500 } },
  ]
  for (const { booked, canceled } of claims) {
    const job = await service.job(booked)
    const body = { jobId: job.id, ...canceled }
    const answer = await service.open('POST', '/api/customer/cancel', { body })
    if (answer.body?.data?.refunded !== false) wrong.push(`${JSON.stringify(canceled)}: ${answer.text}`)
    if ((await service.paymentsOf(job.id)).length > 0)
      wrong.push(`${JSON.stringify(booked)} counts as a payment`)
  }
  if ((await service.refundsOf(paid.id)).length > 0)
    wrong.push('a stranger got a job refunded by naming its payment')
  for (const price of [-1, -0.01, 0.001, 1e308, Number.MAX_SAFE_INTEGER, '1', null, [1], { $gt: 0 }]) {
    const body = {
      customerName: 'A',
      customerEmail: 'a@example.com',
      address: '1 Main St',
      type: 'Gutter cleaning',
      price,
    }
    const { status } = await service.open('POST', '/api/jobs/create', { body })
    if (status !== 400) wrong.push(`a price of ${JSON.stringify(price)} is answered ${status}`)
  }
})

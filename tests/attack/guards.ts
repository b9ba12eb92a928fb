import { SignJWT } from 'jose'
import { describedRoutes } from '../../src/http/swagger'
import { adminClaims } from '../support/tokens'
import { onService, within } from './attack'

const fill = (path: string) => path.replaceAll(/:\w+/g, 'unknown')

/** The same path in spellings that a guard and a router might read differently. */
const spellings: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/vitals/../'),
  (path) => path.replace('/api/', '/api/vitals/%2e%2e/'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/api/;/'),
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `${path}.json`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path};token=1`,
  (path) => `${path}?access_token=1`,
  (path) => path.replace('/api/', String.raw`/api\..\api/`),
]

const disguises: Record<string, string>[] = [
  {},
  { 'x-original-url': '/api/vitals' },
  { 'x-rewrite-url': '/api/vitals' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-http-method-override': 'GET' },
  { 'x-forwarded-user': 'admin' },
  { cookie: 'sess=null; session=admin' },
]

export const aroundTheGuard = onService('other spellings of a guarded path', async (service, _, wrong) => {
  const guarded = describedRoutes(service.app).filter(({ endpoint }) => endpoint.rule.as !== 'public')
  for (const [at, { method, path }] of guarded.entries())
    for (const [spelled, spelling] of spellings.entries()) {
      const target = spelling(fill(path))
      const answer = await service
        .open(method, target, {
          headers: within(disguises, at + spelled),
          ...(method === 'GET' ? {} : { body: {} }),
        })
        .catch((error: unknown) => ({ status: 0, text: String(error) }))
      if (answer.status < 400 || answer.status >= 500)
        wrong.push(`${method} ${target}: ${answer.status} ${answer.text}`)
    }
})

export const changedTokens = onService('slightly changed tokens', async (service, { times }, wrong) => {
  const { deps } = service
  const good = await service.hqToken()
  const listed = (token: string) => service.open('GET', '/api/admin/services', { token })
  if ((await listed(good)).status !== 200) wrong.push('the good token is refused')
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'.split('')
  // The last character of a signature has spare bits, so another one can stand for the same bytes.
  const places = good.length - 1
  const step = Math.max(1, Math.floor(places / (times * 4)))
  for (let at = 0; at < places; at += step) {
    const other = within(alphabet, alphabet.indexOf(good[at] ?? '') + 1 + (at % 60))
    const changed = good.slice(0, at) + (other === good[at] ? '~' : other) + good.slice(at + 1)
    if ((await listed(changed)).status !== 401) wrong.push(`a token changed at ${at} is let in`)
  }
  const key = new TextEncoder().encode(deps.secrets.hqJwtSecret ?? '')
  const headers: Record<string, unknown>[] = [
    { alg: 'HS256', crit: ['exp'] },
    { alg: 'HS256', crit: ['b64'], b64: false },
    { alg: 'HS512' },
    { alg: 'HS256', typ: 'JWE', enc: 'A256GCM', zip: 'DEF' },
  ]
  for (const header of headers.slice(0, 3)) {
    const token = await new SignJWT(adminClaims(deps.clock.now()))
      .setProtectedHeader(header as { alg: string })
      .sign(key, { crit: { exp: false } })
      .catch(() => null)
    if (token !== null && (await listed(token)).status !== 401)
      wrong.push(`a token with the header ${JSON.stringify(header)} is let in`)
  }
  const [, payload = '', signature = ''] = good.split('.')
  for (const header of [
    ...headers,
    { alg: 'none' },
    { alg: 'None' },
    { alg: 'hs256' },
    { alg: ['HS256'] },
    [],
  ]) {
    const text = Buffer.from(JSON.stringify(header)).toString('base64url')
    for (const token of [`${text}.${payload}.${signature}`, `${text}.${payload}.`, `${text}.${payload}`])
      if ((await listed(token)).status !== 401) wrong.push(`${JSON.stringify(header)} is let in`)
  }
  for (const token of [`${good}.`, `${good}.${good}`, good.repeat(50), `${good},${good}`, `${good} ${good}`])
    if ((await listed(token)).status !== 401) wrong.push(`a token of ${token.length} characters is let in`)
})

export const otherOrigins = onService('pages of another site', async (service, _, wrong) => {
  const cookie = `sess=${await service.hqToken()}`
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost.evil.example',
    'http://localhost:1',
  ]) {
    const read = await service.open('GET', '/api/admin/services', { headers: { origin, cookie } })
    for (const name of ['access-control-allow-origin', 'access-control-allow-credentials'])
      if (read.headers.has(name)) wrong.push(`${origin} may read a signed-in browser’s answers`)
    const headers = { origin, cookie, 'sec-fetch-site': 'cross-site' }
    const wrote = await service.open('POST', '/api/admin/services', { headers, body: { label: 'Stolen' } })
    if (wrote.status !== 401 && wrote.status !== 403) wrong.push(`${origin} may write: ${wrote.status}`)
  }
})

export const redirects = onService('redirects to another site', async (service, _, wrong) => {
  const pages = ['/', '/book', '/my', '/work', '/admin', '/pay/return', '/demo', '/swagger']
  const targets = [
    '//evil.example',
    'https://evil.example',
    String.raw`/\evil.example`,
    'javascript:alert(1)',
  ]
  for (const page of pages)
    for (const name of ['next', 'url', 'to', 'return', 'returnTo', 'redirect', 'redirect_uri', 'continue'])
      for (const target of targets) {
        const answer = await service.open('GET', `${page}?${name}=${encodeURIComponent(target)}`)
        const location = answer.headers.get('location') ?? ''
        if (location.includes('evil') || location.startsWith('javascript'))
          wrong.push(`${page} leads to ${location}`)
        if (/(?:href|action|src|content)="[^"]{0,200}evil\.example/i.test(answer.text))
          wrong.push(`${page} links to the site named in ${name}`)
      }
  for (const path of [
    '//evil.example/',
    '//evil.example/%2e%2e',
    String.raw`/\evil.example`,
    '/%5cevil.example',
  ]) {
    const location = (await service.open('GET', path)).headers.get('location') ?? ''
    if (location.includes('evil')) wrong.push(`${path} leads to ${location}`)
  }
})

import { z } from 'zod'
import { isEmail, toE164 } from '../lib/contact'
import { withoutTrailingSlash } from '../lib/text'

export const text = z.string()

/** Surrounding spaces are almost always a paste error, but trimming them could change a key. */
export const secret = z.string().refine((value) => value === value.trim(), {
  error: "can't start or end with a space",
})

/** Stripe shows the publishable and the secret key next to each other, so they are easy to mix up. */
export const paymentKey = secret.refine((value) => !value.startsWith('pk_'), {
  error: 'is the publishable key. Use the secret key, which starts with sk_ or rk_',
})

export function oneOf<const T extends string>(...values: T[]) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` })
}

const portReason = 'must be a whole number from 0 to 65535'
export const port = z
  .string()
  .regex(/^\d{1,5}$/, portReason)
  .transform(Number)
  .refine((value) => value <= 65_535, portReason)

export function wholeNumber(least: number, most: number) {
  const reason = `must be a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, reason)
    .transform(Number)
    .refine((value) => value >= least && value <= most, reason)
}

export const host = z.string().regex(/^[^\s/]+$/, 'must be a host name or an IP address, without http://')

export const flag = z.stringbool({ error: 'must be true or false' })

const splitAtCommas = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export function listOf<T>(item: z.ZodType<T, string>) {
  return z.string().transform(splitAtCommas).pipe(z.array(item).min(1, 'must have at least one value'))
}

function isUrl(value: string, schemes: string[]): boolean {
  const scheme = schemes.find((name) => value.toLowerCase().startsWith(`${name}://`))
  return scheme !== undefined && (URL.parse(value)?.hostname ?? '') !== ''
}

export const webUrl = z.string().refine((value) => isUrl(value, ['http', 'https']), {
  error: 'must be a URL that starts with http:// or https://',
  abort: true,
})

/** The address of map tiles. The host is written into the page's security policy, so it has nothing else in it. */
export const tileUrl = z
  .string()
  .regex(/^https?:\/\/(?:\{s\}\.)?[a-z0-9.-]+(?::\d{1,5})?\/\S+$/i, {
    error: 'must be a URL that starts with http:// or https://',
    abort: true,
  })
  .refine((value) => ['{z}', '{x}', '{y}'].every((part) => value.includes(part)), {
    error: 'must contain {z}, {x} and {y}',
    abort: true,
  })
  .refine((value) => value.replaceAll(/\{(?:[szxyr]|-y)\}/g, '').search(/[{}]/) === -1, {
    error: 'has a part in braces that is not {s}, {z}, {x}, {y}, {-y} or {r}',
  })

/** Mail programs and browsers load this from elsewhere. */
export const secureUrl = z
  .string()
  .refine((value) => isUrl(value, ['https']), { error: 'must be a URL that begins with https://' })

/** Paths are appended to this URL, so it must not end with a slash. */
export const apiUrl = webUrl.transform(withoutTrailingSlash)

function isPlainUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

export const publicUrl = webUrl
  .refine(isPlainUrl, { error: 'must be a URL without a user name, query or fragment' })
  .transform((value) => {
    const url = new URL(value)
    return withoutTrailingSlash(url.origin + url.pathname)
  })

/** Tokens must name the issuer exactly as written here, so nothing about it is changed. */
export const issuer = webUrl.refine(isPlainUrl, {
  error: 'must be a URL without a user name, query or fragment',
})

export const scopes = z
  .string()
  .regex(/^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/, { error: 'must be words separated by single spaces', abort: true })
  .refine((value) => ['openid', 'email'].every((scope) => value.split(' ').includes(scope)), {
    error: 'must include openid and email',
  })

export const databaseUrl = z
  .string()
  .refine((value) => /^file:(?!:memory:$).+/.test(value) || isUrl(value, ['libsql', 'http', 'https']), {
    error: 'must be file: followed by a path, or a libsql://, http:// or https:// URL',
  })

export const smtpUrl = secret.refine((value) => isUrl(value, ['smtp', 'smtps']), {
  error: 'must be a URL that starts with smtp:// or smtps://',
})

export const cookieName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a cookie name without spaces, commas, semicolons or equals signs')

/** Intl also accepts offsets such as +05:00, which aren't names and have no daylight saving time. */
function isTimeZoneName(value: string): boolean {
  if (!/^[a-z]/i.test(value)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

export const timeZone = z.string().refine(isTimeZoneName, { error: 'must be an IANA time zone' })

function isSender(value: string): boolean {
  const named = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)
  return z.regexes.html5Email.test(named?.[1] ?? value)
}

export const sender = z.string().refine(isSender, {
  error: 'must be an email address, or a name followed by an address in angle brackets',
})

const smsSenders = [/^\+[1-9]\d{6,14}$/, /^\d{3,8}$/, /^MG[0-9a-f]{32}$/i, /^(?=.*[a-z])[a-z0-9 ]{1,11}$/i]
export const smsSender = z.string().refine((value) => smsSenders.some((kind) => kind.test(value)), {
  error: 'must be a phone number such as +15005550006, a short code, a sender name or a messaging service',
})

export const accountSid = z.string().regex(/^AC\w+$/, 'must be an account SID, which starts with AC')

export const repository = z
  .string()
  .regex(/^[\w.-]+\/[\w.-]+$/, 'must be a repository, written as owner/name')

const proxy = z.union([z.literal('loopback'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be a list of addresses, CIDR blocks or the word loopback',
})
export const proxies = listOf(proxy)

export const emailAddress = z.string().refine(isEmail, { error: 'must be an email address' })

export const phoneNumber = z
  .string()
  .refine((value) => toE164(value) !== null, { error: 'must be a phone number such as +13035550100' })

/** Cloud providers hand out a machine's credentials at these addresses. */
const isLinkLocal = (host: string): boolean => /^169\.254\.|^\[fe[89ab]/i.test(host)

/** Alerts go only to a receiver that the operator named, and its address can contain a key. */
export const alertUrl = secret
  .refine((value) => isUrl(value, ['http', 'https']), {
    error: 'must be a URL that starts with http:// or https://',
    abort: true,
  })
  .refine((value) => URL.parse(value)?.username === '' && !isLinkLocal(new URL(value).hostname), {
    error: "can't contain a user name or be a link-local address",
  })

const pairsReason = 'must be name=value pairs, separated by commas'

/** The values are percent-encoded, as OpenTelemetry writes them. */
export const pairs = z.string().transform((value, context): Record<string, string> => {
  const found = splitAtCommas(value).map((part) => {
    const [name = '', ...rest] = part.split('=')
    return { name: name.trim(), text: rest.join('=').trim(), isPair: rest.length > 0 }
  })
  try {
    if (found.every(({ name, isPair }) => isPair && /^[\w.-]+$/.test(name)))
      return Object.fromEntries(found.map(({ name, text }) => [name, decodeURIComponent(text)]))
  } catch {
    // A stray percent sign.
  }
  context.addIssue({ code: 'custom', message: pairsReason })
  return z.NEVER
})

export const share = z
  .string()
  .regex(/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/, 'must be a number from 0 to 1')
  .transform(Number)

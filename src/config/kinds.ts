import { z } from 'zod'
import { withoutTrailingSlash } from '../lib/text'

export const text = z.string()

/** Surrounding white space is nearly always a slip of the paste, and trimming it could change a key. */
export const secret = z.string().refine((value) => value === value.trim(), {
  error: 'must not begin or end with white space',
})

/** The processor shows its two keys side by side. */
export const paymentKey = secret.refine((value) => !value.startsWith('pk_'), {
  error: 'is the publishable key; the secret one begins with sk_ or rk_',
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

export const host = z.string().regex(/^[^\s/]+$/, 'must be a host name or an address, without http://')

export const flag = z.stringbool({ error: 'must be true or false' })

const splitAtCommas = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

export function listOf<T>(item: z.ZodType<T, string>) {
  return z.string().transform(splitAtCommas).pipe(z.array(item).min(1, 'must name at least one value'))
}

function isUrl(value: string, schemes: string[]): boolean {
  const scheme = schemes.find((name) => value.toLowerCase().startsWith(`${name}://`))
  return scheme !== undefined && (URL.parse(value)?.hostname ?? '') !== ''
}

export const webUrl = z.string().refine((value) => isUrl(value, ['http', 'https']), {
  error: 'must be a URL that begins with http:// or https://',
  abort: true,
})

/** For what other people's programs load from a page or an email. */
export const secureUrl = z
  .string()
  .refine((value) => isUrl(value, ['https']), { error: 'must be a URL that begins with https://' })

/** A base that paths are appended to, so it must not end with a slash. */
export const apiUrl = webUrl.transform(withoutTrailingSlash)

function isPlainUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

export const publicUrl = webUrl
  .refine(isPlainUrl, { error: 'must be a URL without user, query or fragment' })
  .transform((value) => {
    const url = new URL(value)
    return withoutTrailingSlash(url.origin + url.pathname)
  })

export const databaseUrl = z
  .string()
  .refine((value) => /^file:(?!:memory:$).+/.test(value) || isUrl(value, ['libsql', 'http', 'https']), {
    error: 'must be file: and a path, or a libsql://, http:// or https:// URL',
  })

export const smtpUrl = secret.refine((value) => isUrl(value, ['smtp', 'smtps']), {
  error: 'must be a URL that begins with smtp:// or smtps://',
})

export const cookieName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be a cookie name: no spaces, commas, semicolons or equals signs')

/** Intl also takes offsets such as +05:00, which have no summer time and are not names. */
function isTimeZoneName(value: string): boolean {
  if (!/^[a-z]/i.test(value)) return false
  try {
    Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

export const timeZone = z.string().refine(isTimeZoneName, { error: 'must be an IANA time zone name' })

function isSender(value: string): boolean {
  const named = /^[^<>\r\n]*<([^<>]+)>$/.exec(value)
  return z.regexes.html5Email.test(named?.[1] ?? value)
}

export const sender = z.string().refine(isSender, {
  error: 'must be an e-mail address, or a name and an address in angle brackets',
})

const smsSenders = [/^\+[1-9]\d{6,14}$/, /^\d{3,8}$/, /^MG[0-9a-f]{32}$/i, /^(?=.*[a-z])[a-z0-9 ]{1,11}$/i]
export const smsSender = z.string().refine((value) => smsSenders.some((kind) => kind.test(value)), {
  error: 'must be a number in +15005550006 form, a short code, a sender name or a messaging service',
})

export const accountSid = z.string().regex(/^AC\w+$/, 'must be an account SID, which begins with AC')

export const repository = z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be a repository as owner/name')

const proxy = z.union([z.literal('loopback'), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must list addresses, CIDR blocks or the word loopback',
})
export const proxies = listOf(proxy)

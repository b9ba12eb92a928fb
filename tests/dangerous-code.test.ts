import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSources } from './support/imports'

const root = join(import.meta.dir, '..')
const sources = readSources('src', 'db')

/** The files whose code matches, without its comments. */
const filesWith = (pattern: RegExp, files = sources): string[] =>
  files.filter(({ code }) => pattern.test(code)).map(({ path }) => path)

describe('the source reader', () => {
  test('sees the code of a file', () => {
    expect(sources.length).toBeGreaterThan(400)
    expect(filesWith(/timingSafeEqual/)).toContain('src/lib/secret.ts')
  })
})

describe('no file', () => {
  test('runs text as code', () => {
    expect(filesWith(/\beval\(|\bnew Function\(|\bFunction\(|setTimeout\(\s*['"`]|node:vm/)).toEqual([])
  })

  test('accepts a certificate without checking it', () => {
    expect(
      filesWith(/rejectUnauthorized|TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecure:\s*true/),
    ).toEqual([])
  })

  test('lets a page exchange messages with other windows', () => {
    const pages = sources.filter(({ path }) => path.startsWith('src/web/'))
    expect(filesWith(/postMessage|addEventListener\(\s*'message'|onmessage|window\.opener/, pages)).toEqual(
      [],
    )
  })

  test('stores a password', () => {
    expect(filesWith(/EncryptJWT|Bun\.password|pbkdf2|scrypt/)).toEqual([])
  })

  test('parses XML, YAML or serialized objects from outside', () => {
    // The bundled pages come from our own data folder, and the page of a visit reads itself again.
    const own = ['src/web/assets/kept.ts', 'src/web/client/track.ts']
    expect(filesWith(/DOMParser|XMLParser|from 'sax'|YAML\.parse|node:v8|\bdeserialize\(/)).toEqual(own)
  })

  test('calls a provider over plain HTTP unless the configuration says so', () => {
    const reaching = sources.filter(({ path }) => /^(?:src\/(?:providers|tokens)|db)\//.test(path))
    expect(filesWith(/['"`]http:\/\/(?!localhost|\$)/, reaching)).toEqual([])
  })

  test('prints lines except the log, startup and the command line', () => {
    const writers = filesWith(/console\.\w+\(|process\.(?:stdout|stderr)\.write/)
    expect(writers.filter((path) => !path.startsWith('src/cli/')).toSorted()).toEqual([
      'src/lib/log.ts',
      'src/serve.ts',
    ])
  })

  test('builds markup from text in a page', () => {
    expect(
      filesWith(/innerHTML\s*=|outerHTML\s*=|insertAdjacentHTML|document\.write\(|createContextualFragment/),
    ).toEqual([])
  })

  test('uses a hash older than SHA-256', () => {
    expect(filesWith(/['"](?:md5|sha1|sha-1|ripemd160)['"]/i)).toEqual([])
  })
})

describe('only known files', () => {
  test('start a program, with fixed arguments and no shell', () => {
    expect(filesWith(/Bun\.spawn|child_process|Bun\.\$|\bimport \{ \$ \}/)).toEqual([
      'src/modules/invoices/pdf/add-font.ts',
      'src/providers/codehost/index.ts',
    ])
  })

  test('put unescaped markup into a page: the print styles of an invoice, and data for search engines', () => {
    expect(filesWith(/dangerouslySetInnerHTML/)).toEqual([
      'src/modules/invoices/html.tsx',
      'src/web/layout/structured-data.tsx',
    ])
    const { code } = sources.find(({ path }) => path === 'src/modules/invoices/html.tsx')!
    expect(code).toMatch(/const printing = `[^$]*`|const printing =\s*'[^']*'/)
  })

  test('build a regular expression from text, always from constants', () => {
    expect(filesWith(/\bRegExp\(/).toSorted()).toEqual([
      'src/http/openapi/example.ts',
      'src/lib/arrival-windows.ts',
      'src/lib/reference.ts',
      'src/modules/invoices/pdf/fonts.ts',
      'src/modules/messages/templates/cleaned.ts',
      'src/modules/messages/templates/reword.ts',
      'src/web/admin/today/todo-place.ts',
      'src/web/client/storage.ts',
    ])
  })
  test("encrypt, always with AES-GCM: a job's id in an address, push messages, and what waits on a technician's phone", () => {
    const ciphers = {
      'src/providers/push/encrypt.ts': 'aes-128-gcm',
      'src/tokens/sealed.ts': 'aes-256-gcm',
      'src/web/work/seal.ts': 'AES-GCM',
    }
    expect(filesWith(/createCipher|createDecipher|\.encrypt\(/).toSorted()).toEqual(Object.keys(ciphers))
    for (const [file, cipher] of Object.entries(ciphers)) {
      const { code } = sources.find(({ path }) => path === file)!
      expect(code).toContain(`'${cipher}'`)
      expect(code).not.toMatch(/-(?:ecb|cbc|ctr)'/i)
    }
  })

  test('use non-cryptographic randomness: to spread out retries', () => {
    expect(filesWith(/Math\.random/).toSorted()).toEqual([
      'db/libsql/failures.ts',
      'src/modules/messages/send.ts',
    ])
  })
})

describe('only files listed in docs/security.md', () => {
  const document = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const listed = (heading: string): string[] => {
    const [, text = ''] = new RegExp(`\\n#+ ${heading}\\n([^]*?)(?=\\n#+ )`).exec(`${document}\n# end`) ?? []
    return [
      ...new Set([...text.matchAll(/`((?:src|db)\/[\w./-]+)`/g)].map(([, path = '']) => path)),
    ].toSorted()
  }

  test('use keys, hashes and signatures', () => {
    const used = filesWith(
      /CryptoHasher|Bun\.SHA|createHash|createHmac|SignJWT|jwtVerify|createRemoteJWKSet|randomBytes|randomInt|getRandomValues|timingSafeEqual|createCipheriv|subtle\.|elysiajs\/jwt/,
    )
    expect(listed('Keys and algorithms')).toEqual(used.toSorted())
  })

  test('make outgoing calls', () => {
    const used = filesWith(
      /\bfetch\(|createTransport\(|Bun\.connect|new Resend\(|createClient\(|createRemoteJWKSet\(|'node:(?:https?|tls)'/,
    ).filter((path) => !path.startsWith('src/web/'))
    expect(listed('Calls to the outside')).toEqual(used.toSorted())
  })

  test('exist: no listed file is missing', () => {
    const named = [...document.matchAll(/`((?:src|db|tests|docs|scripts)\/[\w./-]+\.\w+)`/g)].map(
      ([, path = '']) => path,
    )
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

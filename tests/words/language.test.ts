import { describe, expect, test } from 'bun:test'
import { loadConfig } from '../../src/config'
import { LiveSettings } from '../../src/settings/live'
import { visitorOf, languageHeaders } from '../../src/web/visitor'
import { preferredLanguage } from '../../src/words/language'

describe('the language a browser asks for', () => {
  test.each([
    ['es-MX,es;q=0.9,en;q=0.8', 'es'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['de-DE, es;q=0.5, en;q=0.4', 'es'],
    ['es;q=0, en', 'en'],
    ['en;q=0.2, es;q=0.7', 'es'],
    ['fr-CA', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [null, 'en'],
    [',;q=,;;,-', 'en'],
  ] as const)('%p is answered in %p', (header, language) => {
    expect(preferredLanguage(header)).toBe(language)
  })
})

const settings = new LiveSettings(loadConfig({ NODE_ENV: 'test' }))

const visit = (path: string, headers: Record<string, string> = {}) =>
  visitorOf({ settings }, new Request(`http://localhost${path}`, { headers }))

describe('a visitor', () => {
  test('reads the language of their browser', () => {
    expect(visit('/book', { 'accept-language': 'es-MX' }).language).toBe('es')
  })

  test('keeps a remembered choice over the browser’s language', () => {
    expect(visit('/book', { 'accept-language': 'es-MX', cookie: 'a=b; language=en' }).language).toBe('en')
  })

  test('overrides both with the switch, which the browser remembers', () => {
    const visitor = visit('/book?service=gutters&lang=es', { cookie: 'language=en' })
    expect(visitor).toEqual({
      language: 'es',
      chosen: 'es',
      isOnly: false,
      switchPath: '/book?service=gutters&lang=en',
    })
    expect(languageHeaders({ publicUrl: 'https://acme.example' }, visitor)).toMatchObject({
      'content-language': 'es',
      'set-cookie': 'language=es; Path=/; Max-Age=31536000; SameSite=Lax; Secure',
    })
  })

  test('gets no cookie without choosing', () => {
    const headers = languageHeaders(
      { publicUrl: 'http://localhost' },
      visit('/book', { cookie: 'language=es' }),
    )
    expect(headers['content-language']).toBe('es')
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test('cannot choose a language we don’t speak', () => {
    expect(visit('/book?lang=de', { cookie: 'language=xx' })).toMatchObject({ language: 'en', chosen: null })
  })
})

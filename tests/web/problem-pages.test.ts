import { afterAll, expect, test } from 'bun:test'
import { errorPage } from '../../src/web/layout/notice'
import { startTestApp } from '../support/app'

const world = await startTestApp()
afterAll(() => world.close())

const render = errorPage(world.deps)
const asked = (path: string, init: RequestInit = {}) => new Request(`http://localhost${path}`, init)
const textOf = (status: number, message: string, request: Request) => render(status, message, request).text()

test('a failure offers to try again, but not to send a form again', async () => {
  const message = 'Something went wrong on our side. Please try again in a moment.'
  expect(await textOf(500, message, asked('/my'))).toMatch(/button-primary" href(="")?>Try again/)
  expect(await textOf(429, '', asked('/my'))).toContain('Try again')
  expect(await textOf(500, message, asked('/book', { method: 'POST' }))).not.toContain('>Try again')
  expect(await textOf(404, '', asked('/nowhere'))).not.toContain('Try again')
  expect(await textOf(404, '', asked('/nowhere'))).toContain('Book a visit')
})

test('a page of the office says so, and leads to the console', async () => {
  const text = await textOf(403, 'Ask an owner to invite you.', asked('/admin'))
  expect(text).toContain('<h1>You can’t open this page</h1>')
  expect(text).toContain('Ask an owner to invite you.')
  expect(text).toMatch(/href="\/admin">Sign in to the console/)
  const spanish = asked('/admin', { headers: { 'accept-language': 'es' } })
  expect(await textOf(403, '', spanish)).toContain('Para abrirla, inicie sesión en la consola.')
})

test('small pages lead to the terms and the privacy policy', async () => {
  const text = await textOf(404, '', asked('/nowhere'))
  expect(text).toContain('href="/terms"')
  expect(text).toContain('href="/privacy"')
})

test('the switch between languages stays on this site', async () => {
  expect(await textOf(404, '', asked('//elsewhere.example/x'))).toContain(
    'href="/elsewhere.example/x?lang=es"',
  )
})

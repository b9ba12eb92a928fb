import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser } from 'playwright-core'
import { customers } from '../../db/schema'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite({ env: { BUSINESS_NAME: 'Canaletas Limpias' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('a customer who reads Spanish, %s', (_, javaScript) => {
  test('switches in the middle of the booking, loses nothing, pays and takes the visit along', async () => {
    const { page, troubles, close } = await visit(browser, site, { width: 390, javaScript })
    const email = `ana-${javaScript}@example.com`
    await page.goto('/book')
    await page.getByRole('banner').getByText('Canaletas Limpias').waitFor()
    await page.getByLabel('Address').fill('1420 Larimer St, Denver, CO 80202')
    await page.getByText('Gutter cleaning').click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('radio', { name: '12–2 PM' }).nth(1).check()

    await page.getByRole('button', { name: 'Español' }).click()
    await page.getByRole('heading', { name: '¿Cuándo le conviene la visita?' }).waitFor()
    await page.getByRole('banner').getByText('Front Range Gutters').waitFor()
    const chosen = page.getByRole('group', { name: 'Miércoles 4 de marzo' })
    expect(await chosen.getByRole('radio', { name: '12–2 p.m.', checked: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByLabel('Nombre').fill('Ana Torres')
    await page.getByLabel('Nombre').press('Enter')
    await page.getByText('Escriba un correo electrónico').waitFor()
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByText('Pagar ahora').click()
    await page.getByRole('button', { name: 'Reservar y pagar' }).click()

    await page.getByRole('heading', { name: 'Pague su reserva' }).waitFor()
    await page.getByRole('button', { name: 'Pagar $205.65' }).click()
    await page.getByRole('heading', { name: 'Qué sigue' }).waitFor()
    // The processor reports separately. The page looks again automatically; without scripts, the customer does.
    await site.world.deps.background.idle()
    if (!javaScript) await page.reload()
    await page.getByRole('heading', { name: 'Su reserva está hecha' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Agregar al calendario' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('visit.ics')
    const text = await Bun.file(await file.path()).text()
    expect(text).toContain('SUMMARY:Gutter cleaning – Front Range Gutters')
    expect(text).toContain('Su técnico llegará dentro de este horario.')

    const [customer] = await site.world.deps.store.read
      .select()
      .from(customers)
      .where(eq(customers.email, email))
    expect(customer?.language).toBe('es')
    await page.goto('/book')
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'What can we help you with?' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(troubles).toEqual([])
    await close()
  })
})

test.each([390, 1280])(
  'Spanish days and hours stay inside their places on a screen %i pixels wide',
  async (width) => {
    const { page, close } = await visit(browser, site, { width, locale: 'es-US' })
    await page.goto('/book')
    await page.getByLabel('Dirección').fill('1420 Larimer St, Denver, CO 80202')
    await page.getByText('Gutter cleaning').click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('group', { name: 'Miércoles 4 de marzo' }).waitFor()
    const cut = await page
      .locator('.day-name, .slot-text')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
    expect(cut).toEqual([])
    await close()
  },
)

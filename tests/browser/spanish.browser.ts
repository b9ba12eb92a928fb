import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { customers, outbox } from '../../db/schema'
import { minute } from '../../src/lib/clock'
import { codeSentTo } from '../support/codes'
import { booking, marcus, sofia } from '../support/world'
import { signInWithCode } from './support/portal'
import { startSite, type Site } from './support/site'
import { openBrowser, visit } from './support/visitor'
import { aMove, anArrival, answered, dayOf, doorPhoto, phone } from './support/worker-day'

let site: Site
let browser: Browser
beforeAll(async () => {
  site = await startSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const { office, plan, link, statusOf } = dayOf(() => site)
const inSpanish = { width: 390, locale: 'es-US' }

/** By the names of the fields, so that it works in any language. */
async function book(page: Page, email: string): Promise<void> {
  const goOn = () => page.locator('.book-buttons .button-primary').click()
  await page.goto('/book')
  await page.locator('input[name=street]').fill('1420 Larimer St, Denver, CO 80202')
  await page.getByText('Gutter cleaning').click()
  await goOn()
  await page.locator('input[name=slot]').first().check()
  await goOn()
  await page.locator('input[name=name]').fill('María López')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=pay][value=now]').check()
  await goOn()
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('heading', { name: 'Mis reservas' }).waitFor()
  await page.getByLabel('Correo electrónico').fill(email)
  const code = await codeSentTo(site.world, email, async () => {
    await page.getByRole('button', { name: 'Enviarme un código' }).click()
    await page.getByText('Su código está en el registro del servidor.').waitFor()
    expect(await page.getByText('Enviamos un código').count()).toBe(0)
  })
  await page.getByLabel('Código').fill(code)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.getByRole('tab', { name: 'Reservas' }).waitFor()
}

const languageOf = async (email: string) => {
  const [customer] = await site.world.deps.store.read
    .select()
    .from(customers)
    .where(eq(customers.email, email))
  return customer?.language
}

describe('in Spanish', () => {
  test('a customer books, pays, finds the visit under Mis reservas and cancels it', async () => {
    const email = 'maria@example.com'
    const { page, troubles, close } = await visit(browser, site, inSpanish)
    await book(page, email)
    await page.locator('form button').filter({ hasText: '$205.65' }).click()
    await page.waitForURL(/\/book\/done\//)
    await site.world.deps.background.idle()

    await page.getByRole('navigation').getByRole('link', { name: 'Mis reservas' }).click()
    await signIn(page, email)
    await page.locator('h1:focus', { hasText: 'Hola, María' }).waitFor()
    const codes = await site.world.deps.store.read.select().from(outbox)
    expect(codes.find(({ template }) => template === 'verify-code')?.language).toBe('es')
    const job = page.getByRole('article').filter({ hasText: 'Gutter cleaning' })
    await job.getByText('Pagada', { exact: true }).waitFor()
    await job.getByText('Sin programar').waitFor()

    await job.getByRole('button', { name: 'Cancelar visita' }).click()
    const question = page.getByRole('dialog', { name: '¿Cancelar esta visita?' })
    await question.getByText('Le reembolsaremos $205.65').waitFor()
    await question.getByRole('button', { name: 'Cancelar visita' }).click()
    await page.getByText('Su visita está cancelada. Le reembolsaremos $205.65 a su tarjeta.').waitFor()
    await job.getByText('Cancelada', { exact: true }).waitFor()
    await job.getByText('Reembolsada', { exact: true }).waitFor()
    expect(await languageOf(email)).toBe('es')
    expect(troubles).toEqual([])
    await close()
  })

  test("a customer whose visit began after the page was opened reads where their technician is, and isn't canceled", async () => {
    const email = 'raquel@example.com'
    const { body } = await site.world.call('POST', '/api/jobs/create', {
      body: { ...booking, customerName: 'Raquel Gil', customerEmail: email },
      from: '203.0.113.77',
    })
    const { id } = body.data.job
    const visitAt = { start: '2026-03-02T18:00:00Z', workerId: sofia }
    await office('POST', `/api/admin/jobs/${id}/schedule`, visitAt)
    for (const [to, reason] of [
      ['en_route', 'Su técnico ya viene en camino. Llámenos'],
      ['in_progress', 'Su técnico ya empezó el trabajo. Llámenos'],
    ] as const) {
      const { page, close } = await visit(browser, site, inSpanish)
      // The page shows the visit as it was before the technician left.
      await page.route(/\/api\/account(?:\?|$)/, async (route) => {
        const answer = await route.fetch()
        const { ok, data } = await answer.json()
        const kept = data.jobs.map((job: object) => ({ ...job, status: 'scheduled' }))
        await route.fulfill({ json: { ok, data: { ...data, jobs: kept } } })
      })
      await office('POST', `/api/admin/jobs/${id}/move`, { to })
      await page.goto('/my')
      await signIn(page, email)
      const job = page.getByRole('article').filter({ hasText: 'Gutter cleaning' })
      await job.getByRole('button', { name: 'Cancelar visita' }).click()
      await page.unroute(/\/api\/account(?:\?|$)/)
      const question = page.getByRole('dialog', { name: '¿Cancelar esta visita?' })
      await question.getByRole('button', { name: 'Cancelar visita' }).click()
      await question.getByText(reason).waitFor()
      expect(await statusOf(id)).toBe(to)
      await close()
    }
  })

  test('a customer reads why a code was not accepted', async () => {
    const { page, close } = await visit(browser, site, inSpanish)
    const email = 'luis@example.com'
    await page.goto('/my')
    await page.getByLabel('Correo electrónico').fill('luis')
    await page.getByRole('button', { name: 'Enviarme un código' }).click()
    await page.getByText('Escriba un correo electrónico, por ejemplo').waitFor()
    await page.getByLabel('Correo electrónico').fill(email)
    const code = await codeSentTo(site.world, email, async () => {
      await page.getByRole('button', { name: 'Enviarme un código' }).click()
      await page.getByLabel('Código').waitFor()
    })
    await page.getByLabel('Código').fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await page.getByText('Este código no es correcto').waitFor()
    await close()
  })

  test('a customer who chose Spanish finds it on a new device, and English after the switch', async () => {
    const email = 'rosa@example.com'
    const booked = {
      customerName: 'Rosa Díaz',
      customerEmail: email,
      address: '1420 Larimer St, Denver, CO 80202',
    }
    const { world } = site
    const made = await world.call('POST', '/api/jobs/create', {
      body: { ...booked, type: 'Gutter cleaning', price: 189.95 },
    })
    expect(made.status).toBe(201)
    const token = await world.deps.tokens.proof.issue(email)
    await world.call('POST', '/api/account/language', { token, body: { language: 'es' } })

    const { page, close } = await visit(browser, site)
    await page.goto('/my')
    await signInWithCode(page, site, email)
    await page.getByRole('heading', { name: 'Hola, Rosa' }).waitFor()
    await page.waitForURL(`${site.url}/my`)

    await page.getByRole('link', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Hi Rosa' }).waitFor()
    await page.waitForURL(`${site.url}/my`)
    expect(await languageOf(email)).toBe('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Hi Rosa' }).waitFor()
    await close()
  })

  test('a technician works a day', async () => {
    await office('PATCH', `/api/admin/workers/${marcus}`, { language: 'es' })
    const first = await plan('Ana Ruiz', '2026-03-02T16:00:00Z')
    const second = await plan('Ben Ochoa', '2026-03-02T20:00:00Z')
    // The phone asks for English; the technician's own language comes first.
    const { page, context, troubles, close } = await visit(browser, site, phone)
    await page.goto(await link())
    await page.getByRole('button', { name: 'Open my visits' }).click()
    await page.getByRole('heading', { name: 'Lunes 2 de marzo' }).waitFor()
    await page.getByText('Quedan 2 visitas').waitFor()
    await page.waitForURL(`${site.url}/work`)
    await page.getByText('No comparte su ubicación.').waitFor()

    const ana = page.getByRole('article').filter({ hasText: 'Ana Ruiz' })
    await ana.getByText('Programada').waitFor()
    await answered(page, aMove, () => ana.getByRole('button', { name: 'Voy en camino' }).click())
    await ana.getByText('En camino', { exact: true }).waitFor()
    await answered(page, aMove, () => ana.getByRole('button', { name: 'Empezar trabajo' }).click())

    await context.setOffline(true)
    await ana.getByRole('button', { name: 'Terminar visita' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Terminar visita' }).click()
    await ana.getByText('Sin enviar').waitFor()
    await page.getByText('Hay 1 cambio guardado en este teléfono.').waitFor()
    await answered(page, aMove, () => context.setOffline(false))
    await ana.getByText('Terminada', { exact: true }).waitFor()
    expect(await statusOf(first)).toBe('completed')

    const ben = page.getByRole('article').filter({ hasText: 'Ben Ochoa' })
    await ben.getByRole('button', { name: 'Voy en camino' }).click()
    await answered(page, aMove, () => page.getByRole('button', { name: 'Sí, voy en camino' }).click())
    await ben.getByRole('button', { name: 'El cliente no está' }).click()
    await answered(page, anArrival, () =>
      page.getByRole('button', { name: 'Iniciar los 10 minutos' }).click(),
    )
    await ben.getByText('Faltan 10 min').waitFor()
    site.world.clock.advance(10 * minute)
    await page.getByRole('button', { name: 'Actualizar' }).click()
    await ben.getByText('Faltan').waitFor({ state: 'detached' })
    await ben.getByLabel('Foto de la puerta').setInputFiles(doorPhoto)
    await ben.getByText('Foto tomada').waitFor()
    await ben.getByRole('button', { name: 'El cliente no está' }).click()
    await answered(page, aMove, () => page.getByRole('button', { name: 'Cerrar visita' }).click())
    await ben.getByText('El cliente no estaba').waitFor()
    expect(await statusOf(second)).toBe('no_show')
    await page.getByText('Todo listo').waitFor()
    expect(troubles).toEqual([])
    await close()
  })

  test('a technician’s phone keeps the language they switch to, also without a network', async () => {
    await office('PATCH', `/api/admin/workers/${marcus}`, { language: 'es' })
    const { page, context, close } = await visit(browser, site, { ...phone, locale: 'es-US' })
    await page.goto(await link())
    await page.getByRole('button', { name: 'Ver mis visitas' }).click()
    await page.getByRole('heading', { name: 'Lunes 2 de marzo' }).waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    await page.reload()
    await page.getByText('Sin conexión.').waitFor()
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByText('No connection.').waitFor()
    await context.setOffline(false)
    await page.waitForURL(`${site.url}/work`)
    await page.getByRole('heading', { name: 'Monday, March 2' }).waitFor()
    const { language } = await office('GET', `/api/admin/workers/${marcus}`)
    expect(language).toBe('en')
    await page.reload()
    await page.getByRole('heading', { name: 'Monday, March 2' }).waitFor()
    await close()
  })
})

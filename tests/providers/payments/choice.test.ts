import { expect, test } from 'bun:test'
import { startTestApp } from '../../support/app'
import { startStripeStub } from '../../support/stripe-stub'

test('without a key the service simulates the processor', async () => {
  const service = await startTestApp()
  expect(service.deps.providers.payments.name).toBe('demo')
  expect(service.deps.providers.demoPayments).toBe(
    service.deps.providers.payments as typeof service.deps.providers.demoPayments,
  )
  await service.close()
})

test('a key and an address select the real processor at that address', async () => {
  const stub = await startStripeStub()
  const service = await startTestApp({ STRIPE_SECRET_KEY: stub.secretKey, STRIPE_API_URL: stub.url })
  expect(service.deps.providers.payments.name).toBe('stripe')
  expect(service.deps.providers.demoPayments).toBeNull()
  expect(await service.deps.providers.payments.balance()).toMatchObject({
    available: [{ currency: 'usd', cents: 12_345 }],
  })
  await service.close()
  stub.close()
})

test("the SDK isn't loaded without a key", async () => {
  const script = `
    const { createPayments } = await import('./src/providers/payments')
    createPayments({ config: { payments: { webhookSecrets: [] }, publicUrl: '' }, secrets: { webhookSecrets: [] } })
    console.log(Object.keys(require.cache).some((path) => path.includes('node_modules/stripe/')))`
  const run = Bun.spawn([process.execPath, '-e', script], {
    cwd: `${import.meta.dir}/../../..`,
    stdout: 'pipe',
  })
  expect((await new Response(run.stdout).text()).trim()).toBe('false')
})

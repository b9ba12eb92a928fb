import { expectStatus } from '../../support/admin'
import type { MoneyTest } from '../../support/money'

/** A person whose name, addresses and number nobody else has. */
export const person = {
  customerName: 'Zebulon Quackenbush',
  customerEmail: 'Zeb@Quackenbush.dev',
  customerPhone: '303-867-5309',
  address: '77 Larkspur Lane, Denver, CO 80202',
}

/** HQ's actions on that person. */
export function headquarters(world: MoneyTest) {
  const post = async (path: string, body: unknown = {}, status = 200) =>
    expectStatus(await world.hq('POST', path, body), status).body.data
  const erase = (id: string) => post(`/api/admin/customers/${id}/erase`)
  const cancel = (id: string) => post(`/api/admin/jobs/${id}/cancel`)

  async function runRecurring(at?: string): Promise<void> {
    if (at !== undefined) world.clock.set(at)
    const token = world.deps.secrets.cronSecret
    expectStatus(await world.open('GET', '/api/cron/recurring-jobs', { token }), 200)
    await world.rest()
  }

  const addSchedule = (changes: Record<string, unknown>) =>
    post(
      '/api/billing/recurring',
      {
        recurringScheduleId: 'yearly-17',
        customerId: 'unheard-of',
        customerName: person.customerName,
        customerEmail: person.customerEmail,
        serviceType: 'Gutter cleaning',
        intervalMonths: 1,
        price: 100,
        autoCharge: true,
        paymentsCustomerId: 'cus_zeb',
        nextBillingDate: '2026-03-05',
        ...changes,
      },
      201,
    )

  async function sendInvoice(jobId: string, method = 'email'): Promise<string> {
    const { invoice } = await post('/api/invoices/generate', { jobId }, 201)
    await post('/api/invoices/send', { invoiceId: invoice.id, method })
    return invoice.id
  }

  return { post, erase, cancel, runRecurring, addSchedule, sendInvoice }
}

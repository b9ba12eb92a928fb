import { hq, longerThan, open, signed, type EndpointCase } from '../case'

const jobId = '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d'
const checkout = { amount: 12_999, jobId }

export const paymentEndpoints: EndpointCase[] = [
  open.post('/api/payments/checkout', 10, {
    good: async ({ job }) => ({ body: { ...checkout, jobId: await job(), customerName: 'Jordan Rivera' } }),
    bad: [
      { body: {}, faults: ['amount', 'jobId'] },
      { body: { amount: 2_499, jobId: 'job-17' }, faults: ['amount', 'jobId'] },
      { body: { ...checkout, amount: 1_000_000 }, faults: ['amount'] },
      { body: { ...checkout, amount: '12999' }, faults: ['amount'] },
      {
        body: {
          ...checkout,
          customerName: longerThan(200),
          customerEmail: 'not-an-address',
          jobDescription: longerThan(500),
          returnUrl: longerThan(2000),
        },
        faults: ['customerName', 'customerEmail', 'jobDescription', 'returnUrl'],
      },
      { body: { ...checkout, returnUrl: 'https://elsewhere.example/thanks' } },
      { body: { ...checkout, returnUrl: 'javascript:alert(1)' } },
    ],
  }),
  signed.post('/api/payments-webhook', 60, {
    bare: true,
    good: () => ({ body: { id: 'evt_1', type: 'customer.updated', data: { object: { id: 'cus_1' } } } }),
    bad: [{ body: { hello: 'there' } }, { body: { id: 'evt_2', type: 'customer.updated' } }],
  }),
  hq.post('/api/payments/connect/onboard', 10, {
    good: async ({ franchise }) => ({ body: { franchiseId: await franchise() } }),
    bad: [
      { body: {}, faults: ['franchiseId'] },
      { body: { franchiseId: ' ' }, faults: ['franchiseId'] },
      { body: { franchiseId: longerThan(100) }, faults: ['franchiseId'] },
    ],
  }),
  hq.get('/api/payments/connect/status', 30, {
    good: async ({ franchise }) => ({ query: { franchiseId: await franchise() } }),
    bad: [
      { query: {}, faults: ['franchiseId'] },
      { query: { franchiseId: ' ' }, faults: ['franchiseId'] },
      { query: { franchiseId: longerThan(100) }, faults: ['franchiseId'] },
    ],
  }),
  hq.get('/api/payments/connect/dashboard', 30, {
    good: async ({ franchise }) => ({ query: { franchiseId: await franchise() } }),
    bad: [
      { query: {}, faults: ['franchiseId'] },
      { query: { franchiseId: ' ' }, faults: ['franchiseId'] },
      { query: { franchiseId: longerThan(100) }, faults: ['franchiseId'] },
    ],
  }),
  open.get('/api/payments/connect/return', 20, {
    status: 302,
    bare: true,
    good: () => ({ query: { account_id: 'acct_unknown' } }),
  }),
]

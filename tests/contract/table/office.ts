import { hq, longerThan, type EndpointCase } from '../case'

const schedule = {
  recurringScheduleId: 'rs-1',
  customerId: 'customer-1',
  customerName: 'Jordan Rivera',
  serviceType: 'Gutter cleaning',
  intervalMonths: 6,
  price: 89.5,
}

export const officeEndpoints: EndpointCase[] = [
  hq.post('/api/invoices/generate', 20, {
    status: 201,
    good: async ({ job }) => ({ body: { jobId: await job() } }),
    bad: [
      { body: {}, faults: ['jobId'] },
      { body: { jobId: ' ' }, faults: ['jobId'] },
      { body: { jobId: longerThan(200) }, faults: ['jobId'] },
    ],
  }),
  hq.post('/api/invoices/send', 15, {
    good: async ({ invoice }) => ({ body: { invoiceId: await invoice(), method: 'email' } }),
    bad: [
      { body: {}, faults: ['invoiceId', 'method'] },
      { body: { invoiceId: longerThan(200), method: 'pigeon' }, faults: ['invoiceId', 'method'] },
    ],
  }),
  hq.get('/api/billing/recurring', 30, {
    good: () => ({ query: { active: 'true' } }),
    bad: [{ query: { active: 'maybe', franchiseId: longerThan(200) }, faults: ['active', 'franchiseId'] }],
  }),
  hq.post('/api/billing/recurring', 30, {
    status: 201,
    good: () => ({
      body: { ...schedule, customerEmail: 'jordan@example.com', nextBillingDate: '2026-04-01' },
    }),
    bad: [
      {
        body: {},
        faults: [
          'recurringScheduleId',
          'customerId',
          'customerName',
          'serviceType',
          'intervalMonths',
          'price',
        ],
      },
      {
        body: {
          ...schedule,
          recurringScheduleId: longerThan(200),
          franchiseId: longerThan(200),
          customerId: longerThan(200),
          customerName: longerThan(200),
          serviceType: longerThan(200),
          paymentsCustomerId: longerThan(200),
        },
        faults: [
          'recurringScheduleId',
          'franchiseId',
          'customerId',
          'customerName',
          'serviceType',
          'paymentsCustomerId',
        ],
      },
      { body: { ...schedule, intervalMonths: 0, price: 99_999.5 }, faults: ['intervalMonths', 'price'] },
      { body: { ...schedule, intervalMonths: 2.5, price: -4 }, faults: ['intervalMonths', 'price'] },
      { body: { ...schedule, intervalMonths: 25, price: 1.234 }, faults: ['intervalMonths', 'price'] },
      {
        body: { ...schedule, customerEmail: 'nobody', autoCharge: 'yes please', nextBillingDate: 'soonish' },
        faults: ['customerEmail', 'autoCharge', 'nextBillingDate'],
      },
    ],
  }),
  hq.post('/api/campaigns/send', 5, {
    good: () => ({
      body: { type: 'email', messageTemplate: 'Hello {name}, spring is near.', subject: 'Spring' },
    }),
    bad: [
      { body: {}, faults: ['type', 'messageTemplate'] },
      {
        body: { type: 'fax', targetAudience: 'everyone', messageTemplate: longerThan(5000) },
        faults: ['type', 'targetAudience', 'messageTemplate'],
      },
      {
        body: { type: 'sms', messageTemplate: 'Hi', subject: longerThan(200), franchiseId: longerThan(100) },
        faults: ['subject', 'franchiseId'],
      },
      { body: { type: 'email', messageTemplate: 'Hi', subject: null }, faults: ['subject'] },
    ],
  }),
]

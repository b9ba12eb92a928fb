import { longerThan, open, proof, unlisted, type EndpointCase } from '../case'
import { booking } from '../world'

const { customerName: _, ...withoutName } = booking

export const customerEndpoints: EndpointCase[] = [
  open.post('/api/customer/verify', 5, {
    good: () => ({ body: { email: 'jordan@example.com' } }),
    bad: [
      { body: {}, faults: ['email'] },
      { body: { email: 'jordan-at-example' }, faults: ['email'] },
      { body: { email: `${longerThan(254)}@example.com` }, faults: ['email'] },
      { body: { email: 'jordan@example.com', code: '12345' }, faults: ['code'] },
      { body: { email: 'jordan@example.com', code: '1234567' }, faults: ['code'] },
      { body: { email: 'jordan@example.com', code: 'abcdef' }, faults: ['code'] },
      { body: { email: 'nowhere', code: 123_456 }, faults: ['email', 'code'] },
    ],
  }),
  open.post('/api/customer/cancel', 5, {
    good: async ({ job }) => ({
      body: { jobId: await job(), paymentId: null, paymentStatus: 'pending', amount: 129.99 },
    }),
    bad: [
      { body: {}, faults: ['jobId'] },
      { body: { jobId: ' ' }, faults: ['jobId'] },
      { body: { jobId: longerThan(200) }, faults: ['jobId'] },
      { body: { jobId: 'job-1', paymentStatus: 'stolen', amount: -3 }, faults: ['paymentStatus', 'amount'] },
      { body: { jobId: 'job-1', amount: 100_000 }, faults: ['amount'] },
      {
        body: {
          jobId: 4711,
          email: 'elsewhere',
          phone: longerThan(50),
          type: longerThan(200),
          dateISO: longerThan(50),
        },
        faults: ['jobId', 'email', 'phone', 'type', 'dateISO'],
      },
      { body: { jobId: 'job-1', paymentId: longerThan(200) }, faults: ['paymentId'] },
    ],
  }),
  proof.get('/api/account', unlisted),
  proof.post('/api/maintenance-plans', unlisted, {
    status: 201,
    good: () => ({
      body: {
        serviceType: 'Gutter cleaning',
        address: '1420 Larimer St, Denver, CO 80202',
        intervalMonths: 6,
      },
    }),
    bad: [{ body: {} }],
  }),
  open.post('/api/jobs/create', 10, {
    status: 201,
    good: () => ({ body: booking }),
    bad: [
      { body: {}, faults: ['customerName', 'address', 'type', 'price'] },
      { body: withoutName, faults: ['customerName'] },
      {
        body: { ...booking, customerName: longerThan(200), address: longerThan(500), type: longerThan(200) },
        faults: ['customerName', 'address', 'type'],
      },
      { body: { ...booking, customerEmail: 'not-an-address' }, faults: ['customerEmail'] },
      { body: { ...booking, customerEmail: `${longerThan(200)}@example.com` }, faults: ['customerEmail'] },
      { body: { ...booking, customerPhone: 'ask at the door' }, faults: ['customerPhone'] },
      { body: { ...booking, customerPhone: '1'.repeat(51) }, faults: ['customerPhone'] },
      { body: { ...booking, customerPhone: '303\t555 0142' }, faults: ['customerPhone'] },
      { body: { ...booking, customerPhone: '303-555-0142\n' }, faults: ['customerPhone'] },
      { body: { ...booking, customerPhone: '303\u2028555-0142' }, faults: ['customerPhone'] },
      { body: { ...booking, price: -1 }, faults: ['price'] },
      { body: { ...booking, price: 99_999.01 }, faults: ['price'] },
      { body: { ...booking, price: 129.999 }, faults: ['price'] },
      { body: { ...booking, price: '129.99' }, faults: ['price'] },
      { body: { ...booking, preferredDate: 'next tuesday' }, faults: ['preferredDate'] },
      { body: { ...booking, preferredDate: '2026-02-30' }, faults: ['preferredDate'] },
      { body: { ...booking, preferredTime: longerThan(30) }, faults: ['preferredTime'] },
      { body: { ...booking, addOns: ['ladder', 5150, longerThan(100)] }, faults: ['addOns.1', 'addOns.2'] },
      { body: { ...booking, addOns: 'ladder' }, faults: ['addOns'] },
      {
        body: {
          ...booking,
          franchiseId: longerThan(100),
          notes: longerThan(1000),
          paymentId: longerThan(200),
        },
        faults: ['franchiseId', 'notes', 'paymentId'],
      },
      {
        body: { ...booking, paymentStatus: longerThan(50), gutterLength: 'long', stories: 'tall' },
        faults: ['paymentStatus', 'gutterLength', 'stories'],
      },
    ],
  }),
]

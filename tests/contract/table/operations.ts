import { cron, hq, longerThan, open, unlisted, type EndpointCase } from '../case'

const place = { workerId: 'worker-1', lat: 39.74, lng: -104.99 }

export const taskEndpoints: EndpointCase[] = [
  cron.get('/api/cron/auto-dispatch', unlisted),
  cron.get('/api/cron/onboarding-emails', 2),
  cron.get('/api/cron/recurring-jobs', unlisted),
  cron.get('/api/cron/webhook-retry', unlisted),
]

export const operationEndpoints: EndpointCase[] = [
  open.get('/api/dev/health', unlisted),
  hq.get('/api/dev/metrics', 30),
  hq.get('/api/dev/insights', 10),
  hq.get('/api/dev/payments', 15),
  hq.get('/api/dev/codehost', 15),
  hq.get('/api/dev/hosting', 15),
  hq.post('/api/dev/activity', 30, {
    good: () => ({
      body: { type: 'deploy', actor: 'ci', summary: 'Version 12 is live', metadata: { build: 12 } },
    }),
    bad: [
      { body: {}, faults: ['type', 'actor', 'summary'] },
      { body: { type: '', actor: ' ', summary: '' }, faults: ['type', 'actor', 'summary'] },
      {
        body: { type: longerThan(500), actor: longerThan(500), summary: longerThan(500), metadata: 'none' },
        faults: ['type', 'actor', 'summary', 'metadata'],
      },
    ],
  }),
  hq.get('/api/dev/activity', 30),
  hq.post('/api/dev/errors', 30, {
    good: () => ({ body: { message: 'x is not a function', page: '/book', stack: 'at book.js:1' } }),
    bad: [
      { body: {}, faults: ['message'] },
      { body: { message: '' }, faults: ['message'] },
      {
        body: {
          message: longerThan(500),
          stack: longerThan(5000),
          page: longerThan(500),
          userAgent: longerThan(500),
          metadata: [],
        },
        faults: ['message', 'stack', 'page', 'userAgent', 'metadata'],
      },
    ],
  }),
  hq.get('/api/dev/errors', 30),
  hq.post('/api/dev/email-test', 3, {
    good: () => ({ body: { to: 'jordan@example.com' } }),
    bad: [
      { body: {}, faults: ['to'] },
      { body: { to: 'nobody', template: 'ransom' }, faults: ['to', 'template'] },
    ],
  }),
  open.get('/api/dev/email-test', unlisted),
  hq.post('/api/dev/notify', 5, {
    good: () => ({
      body: { type: 'deploy', to: 'jordan@example.com', data: { version: '1.2.3' }, channel: 'email' },
    }),
    bad: [
      { body: { data: {} }, faults: ['type', 'to'] },
      { body: { type: 'deploy', to: 'jordan@example.com' }, faults: ['data'] },
      {
        body: { type: 'gossip', to: longerThan(254), data: 'everything', channel: 'pigeon' },
        faults: ['type', 'to', 'data', 'channel'],
      },
    ],
  }),
  hq.post('/api/dev/invoice', 15, {
    good: () => ({
      body: { job: { id: 17, type: 'Gutter cleaning', price: 129.99 }, franchiseName: 'North' },
    }),
    bad: [
      { body: {}, faults: ['job'] },
      { body: { job: {} }, faults: ['job.id'] },
      { body: { job: { id: '' } }, faults: ['job.id'] },
      {
        body: { job: { id: true }, franchiseName: longerThan(200), sendEmail: 'certainly' },
        faults: ['job.id', 'franchiseName', 'sendEmail'],
      },
    ],
  }),
  hq.post('/api/dev/location', 30, {
    good: () => ({ body: { ...place, accuracy: 12, heading: 270, speed: 40 } }),
    bad: [
      { body: {}, faults: ['workerId', 'lat', 'lng'] },
      { body: { ...place, workerId: '' }, faults: ['workerId'] },
      { body: { workerId: longerThan(100), lat: -90.5, lng: 180.5 }, faults: ['workerId', 'lat', 'lng'] },
      {
        body: { ...place, accuracy: 100_001, heading: 360.5, speed: 501 },
        faults: ['accuracy', 'heading', 'speed'],
      },
      { body: { ...place, accuracy: -1, heading: -1, speed: -1 }, faults: ['accuracy', 'heading', 'speed'] },
    ],
  }),
  hq.get('/api/dev/location', 30),
]

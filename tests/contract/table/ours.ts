import { longerThan, open, proof, unlisted, type EndpointCase } from '../case'

/** Endpoints under /api that the specification doesn't have. Add yours here, except those under /api/admin. */
export const ownEndpoints: EndpointCase[] = [
  open.get('/api/services', unlisted),
  proof.get('/api/account/files', 600),
  open.get('/api/area', 30, {
    good: () => ({ query: { address: '1420 Larimer St, Denver, CO 80202' } }),
    bad: [
      { query: {}, faults: ['address'] },
      { query: { address: ' ' }, faults: ['address'] },
      { query: { address: longerThan(500) }, faults: ['address'] },
    ],
  }),
  open.post('/api/sign-in/code', 5, {
    good: () => ({ body: { email: 'dana@example.com' } }),
    bad: [
      { body: {}, faults: ['email'] },
      { body: { email: 'dana' }, faults: ['email'] },
      { body: { email: `${longerThan(200)}@example.com` }, faults: ['email'] },
    ],
  }),
]

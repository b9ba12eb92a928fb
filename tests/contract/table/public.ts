import { longerThan, open, unlisted, type EndpointCase } from '../case'

const denver = { lat: 39.74, lng: -104.99 }

export const publicEndpoints: EndpointCase[] = [
  open.get('/api/geocode', 20, {
    good: () => ({ query: { q: '12 Main St, Springfield' } }),
    bad: [
      { query: {}, faults: ['q'] },
      { query: { q: '' }, faults: ['q'] },
      { query: { q: longerThan(500) }, faults: ['q'] },
      // Counted as sent: leading and trailing spaces are characters too.
      { query: { q: ` ${'w'.repeat(500)}` }, faults: ['q'] },
    ],
  }),
  open.post('/api/coverage', 15, {
    good: () => ({ body: { ...denver, maxDrive: 30 } }),
    bad: [
      { body: {}, faults: ['lat', 'lng'] },
      { body: { lat: 90.5, lng: -180.5 }, faults: ['lat', 'lng'] },
      { body: { lat: '39.74', lng: null }, faults: ['lat', 'lng'] },
      { body: { ...denver, maxDrive: 0 }, faults: ['maxDrive'] },
      { body: { ...denver, maxDrive: 180.5 }, faults: ['maxDrive'] },
      { body: { ...denver, contours: 'fifteen' }, faults: ['contours'] },
      { body: { ...denver, contours: [15, 'thirty'] }, faults: ['contours.1'] },
    ],
  }),
  open.post('/api/isochrone', 30, {
    bare: true,
    good: () => ({ body: { ...denver, contours: [{ time: 15, color: 'ff0000' }] } }),
    bad: [
      { body: {}, faults: ['lat', 'lng'] },
      { body: { ...denver, time: 0 }, faults: ['time'] },
      { body: { ...denver, time: 181.5 }, faults: ['time'] },
      { body: { ...denver, contours: [] }, faults: ['contours'] },
      {
        body: { ...denver, contours: Array.from({ length: 11 }, () => ({ time: 5, color: 'red' })) },
        faults: ['contours'],
      },
      {
        body: { ...denver, contours: [{ time: 5 }, { color: 'teal' }] },
        faults: ['contours.0.color', 'contours.1.time'],
      },
      { body: { ...denver, contours: [{ time: 5, color: longerThan(20) }] }, faults: ['contours.0.color'] },
    ],
  }),
  open.get('/api/vitals', unlisted),
  open.post('/api/vitals', 60, {
    good: () => ({ body: { metric: 'LCP', value: 1834.2, page: '/book', id: 'v4-1700000000000' } }),
    bad: [
      {
        body: { metric: 77, value: 'fast', page: null, id: 42_424 },
        faults: ['metric', 'value', 'page', 'id'],
      },
      {
        body: { metric: longerThan(100), page: longerThan(500), id: longerThan(200) },
        faults: ['metric', 'page', 'id'],
      },
    ],
  }),
  open.get('/api/reports', 30, {
    good: () => ({ query: { type: 'jobs' } }),
    bad: [
      { query: { type: 'payroll' }, faults: ['type'] },
      { query: { franchise: longerThan(200) }, faults: ['franchise'] },
    ],
  }),
]

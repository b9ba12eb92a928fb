import type { Extra } from '../schema/catalog'

/** The demo company's people and places. All emails are at example.com and all phone numbers are 555-01xx. */
export interface DemoTown {
  name: string
  contact: string
  city: string
  state: string
  areaCode: string
  timeZone: string
  color: string
  taxBasisPoints: number
  shareBasisPoints: number
  base: [lat: number, lng: number]
  zips: [DemoZip, ...DemoZip[]]
  workers: [name: string, skills: string[]][]
}

type DemoZip = [zip: string, lat: number, lng: number]

export const towns: DemoTown[] = [
  {
    name: 'Front Range Gutters',
    contact: 'Dana Whitfield',
    city: 'Denver',
    state: 'CO',
    areaCode: '303',
    timeZone: 'America/Denver',
    color: '#1f6f54',
    taxBasisPoints: 881,
    shareBasisPoints: 7000,
    base: [39.7392, -104.9903],
    zips: [
      ['80202', 39.7527, -104.9992],
      ['80203', 39.7312, -104.9826],
      ['80205', 39.759, -104.9661],
      ['80209', 39.7074, -104.9686],
      ['80210', 39.679, -104.9631],
      ['80211', 39.7665, -105.0204],
      ['80220', 39.7312, -104.9129],
      ['80222', 39.671, -104.9279],
    ],
    workers: [
      ['Marcus Lee', ['gutter', 'ladder']],
      ['Sofia Reyes', ['gutter', 'roof']],
      ['Ben Carter', ['gutter', 'window']],
      ['Priya Nair', ['gutter', 'ladder', 'window']],
    ],
  },
  {
    name: 'Hill Country Home Services',
    contact: 'Luis Ortega',
    city: 'Austin',
    state: 'TX',
    areaCode: '512',
    timeZone: 'America/Chicago',
    color: '#8a4b08',
    taxBasisPoints: 825,
    shareBasisPoints: 6500,
    base: [30.2672, -97.7431],
    zips: [
      ['78701', 30.2713, -97.7426],
      ['78702', 30.2638, -97.7166],
      ['78703', 30.2907, -97.7648],
      ['78704', 30.2428, -97.7658],
      ['78731', 30.3471, -97.7609],
      ['78745', 30.2063, -97.7956],
      ['78751', 30.3093, -97.7242],
      ['78757', 30.3437, -97.7316],
    ],
    workers: [
      ['Grace Kim', ['gutter', 'pressure']],
      ['Tom Alvarez', ['gutter', 'roof', 'ladder']],
      ['Nadia Hassan', ['gutter', 'window']],
      ['Caleb Brooks', ['gutter', 'pressure', 'window']],
    ],
  },
  {
    name: 'Rose City Exteriors',
    contact: 'Mei Tanaka',
    city: 'Portland',
    state: 'OR',
    areaCode: '503',
    timeZone: 'America/Los_Angeles',
    color: '#4a3f8f',
    taxBasisPoints: 0,
    shareBasisPoints: 7250,
    base: [45.5152, -122.6784],
    zips: [
      ['97202', 45.4829, -122.6443],
      ['97206', 45.4826, -122.5986],
      ['97209', 45.5318, -122.6838],
      ['97210', 45.5441, -122.7266],
      ['97211', 45.5811, -122.6374],
      ['97212', 45.5443, -122.6425],
      ['97214', 45.5142, -122.643],
      ['97217', 45.6014, -122.7001],
    ],
    workers: [
      ['Owen Fischer', ['gutter', 'ladder', 'roof']],
      ['Aaliyah Johnson', ['gutter', 'window']],
      ['Viktor Novak', ['gutter', 'pressure']],
      ['Lena Schmidt', ['gutter', 'roof', 'window']],
    ],
  },
]

interface DemoService {
  label: string
  base: number
  perFoot: number
  buffer: number
  skills: string[]
  price: number
  perStory?: number
  extras?: Extra[]
  byQuote?: boolean
}

export const services: readonly DemoService[] = [
  {
    label: 'Gutter cleaning',
    base: 45,
    perFoot: 0.15,
    buffer: 15,
    skills: ['gutter'],
    price: 18900,
    extras: [
      { label: 'Gutter whitening', priceCents: 6000, minutes: 30 },
      { label: 'Dryer vent cleaning', priceCents: 7900, minutes: 30 },
    ],
  },
  {
    label: 'Gutter repair',
    base: 90,
    perFoot: 0.1,
    buffer: 15,
    skills: ['gutter', 'ladder'],
    price: 24900,
    extras: [{ label: 'Gutter sealing', priceCents: 8500, minutes: 30 }],
  },
  {
    label: 'Gutter guard installation',
    base: 120,
    perFoot: 0.4,
    buffer: 30,
    skills: ['gutter'],
    price: 89900,
    byQuote: true,
  },
  {
    label: 'Roof inspection',
    base: 60,
    perFoot: 0,
    buffer: 15,
    skills: ['roof'],
    price: 14900,
    extras: [{ label: 'Roof debris removal', priceCents: 5500, minutes: 30 }],
  },
  {
    label: 'Window washing',
    base: 75,
    perFoot: 0,
    buffer: 15,
    skills: ['window'],
    price: 21900,
    extras: [{ label: 'Screen cleaning', priceCents: 4500, minutes: 30 }],
  },
  {
    label: 'Pressure washing',
    base: 90,
    perFoot: 0,
    buffer: 15,
    skills: ['pressure'],
    price: 27900,
    perStory: 6000,
    extras: [{ label: 'Patio cleaning', priceCents: 9500, minutes: 30 }],
  },
]

export const windows = ['morning', 'afternoon', '8-10', '10-12', '13-15', 'any'] as const
export const streets = [
  'Maple St',
  'Cedar Ave',
  'Juniper Ct',
  'Elm St',
  'Birch Ln',
  'Aspen Way',
  'Lincoln St',
  'Park Ave',
  'Hawthorne Blvd',
  'Willow Dr',
] as const
export const firstNames = [
  'Ava',
  'Noah',
  'Mia',
  'Liam',
  'Zoë',
  'Ethan',
  'Chloe',
  'José',
  'Ines',
  'Omar',
  'Hana',
  'Lucas',
  'Nora',
  'Kofi',
  'Ruth',
  'Andrei',
  'Maya',
  'Felix',
  'Iris',
  'Sam',
] as const
export const lastNames = [
  'Nguyen',
  'Patel',
  'Garcia',
  'Müller',
  'Brown',
  'O’Neill',
  'Rossi',
  'Okafor',
  'Larsen',
  'Kowalski',
  'Silva',
  'Cohen',
  'Dubois',
  'Ibrahim',
  'Yamamoto',
  'Reed',
  'Walsh',
  'Singh',
  'Moreau',
  'Baker',
] as const

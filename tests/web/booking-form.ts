/** The form a customer fills in to book. */
export const filled = {
  address: '1420 Larimer St, Denver, CO 80202',
  service: 'service-cleaning',
  length: '160',
  stories: '2',
  slot: '2026-03-04|12:00-14:00',
  name: 'Zoë O’Hara',
  email: 'zoe@example.com',
  phone: '+1 (303) 555.0142',
  notes: '',
  pay: 'later',
  key: 'a-key',
}

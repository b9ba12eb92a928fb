import { testFuzzed } from './shared'

testFuzzed(
  'operations outside the console keep to the document, whatever they are sent',
  ({ path }) => !path.startsWith('/api/admin/'),
  // Nobody signs texts for a company without an SMS provider, and a form must name a window that was just
  // offered.
  ['POST /api/sms/inbound', 'POST /book/confirm'],
)

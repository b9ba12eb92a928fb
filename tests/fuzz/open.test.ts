import { testFuzzed } from './shared'

testFuzzed(
  'operations outside the console keep to the document, whatever they are sent',
  ({ path }) => !path.startsWith('/api/admin/'),
  // Nobody signs texts for a company without an SMS provider.
  ['POST /api/sms/inbound'],
)

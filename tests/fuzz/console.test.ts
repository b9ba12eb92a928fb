import { testFuzzed } from './shared'

testFuzzed(
  "the console's operations keep to the document, whatever they are sent",
  ({ path }) => path.startsWith('/api/admin/'),
  // No transfer in a small company has failed.
  ['POST /api/admin/transfers/{id}/resend'],
)

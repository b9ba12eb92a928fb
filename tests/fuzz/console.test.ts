import { testFuzzed } from './shared'

testFuzzed(
  "the console's operations keep to the document, whatever they are sent",
  ({ path }) => path.startsWith('/api/admin/'),
  // No transfer in a small company has failed, random bytes are neither a picture nor a list of customers, all
  // waiting files are imported before one is thrown away, the company is no demo, and a token has no saved views.
  [
    'POST /api/admin/transfers/{id}/resend',
    'PUT /api/admin/settings/logo',
    'POST /api/admin/imports',
    'POST /api/admin/imports/{id}/discard',
    'POST /api/admin/setup/start',
    'PUT /api/admin/views',
  ],
)

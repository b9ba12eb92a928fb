import { testFuzzed } from './shared'

testFuzzed(
  "the console's operations keep to the document, whatever they are sent",
  ({ path }) => path.startsWith('/api/admin/'),
  // No transfer in a small company has failed, random bytes are neither a picture nor a list of customers, all
  // waiting files are imported before one is thrown away, the company is no demo, a token has no saved views, and
  // the fields of a dispatch run that exclude each other are hardly ever left out together.
  [
    'POST /api/admin/dispatch/run',
    'POST /api/admin/transfers/{id}/resend',
    'PUT /api/admin/settings/logo',
    'POST /api/admin/imports',
    'POST /api/admin/imports/{id}/discard',
    'POST /api/admin/setup/start',
    'PUT /api/admin/views',
  ],
)

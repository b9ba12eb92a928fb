import { testFuzzed } from './shared'

testFuzzed(
  'operations outside the console keep to the document, whatever they are sent',
  ({ path }) => !path.startsWith('/api/admin/'),
  // Nobody signs texts or email events for a company without providers, and a form must name a window that was
  // just offered, or one of five numbers of stars. Codes for the staff can't be guessed, and no identity provider is set up.
  // Nor can the name of an extra and the total with it; no browser has random keys; and no technician has two visits at
  // one address, with photos.
  [
    'POST /api/sms/inbound',
    'POST /api/email/events',
    'POST /book/confirm',
    'POST /rate/{token}',
    'POST /api/work/push',
    'POST /api/work/push/remove',
    'POST /api/work/jobs/{id}/extras',
    'POST /api/work/jobs/{id}/extras/price',
    'GET /api/work/jobs/{id}/earlier/{fileId}/content',
    'GET /api/work/jobs/{id}/earlier/{fileId}/thumbnail',
    'POST /api/sign-in/verify',
    'POST /api/sign-in/setup',
    'POST /api/sign-in/sso',
    'POST /api/sign-in/sso/finish',
  ],
)

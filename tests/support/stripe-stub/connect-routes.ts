import { find, list, page, type Route } from './asked'
import { invalidRequest } from './failure'

export const connectRoutes: Route[] = [
  { method: 'GET', path: /^\/v1\/accounts$/, takes: page, answer: (asked) => list(asked, 'account') },
  {
    method: 'POST',
    path: /^\/v1\/accounts$/,
    takes: ['type!', 'email', 'business_profile[name]!', 'metadata[franchiseId]!'],
    answer: ({ books, params }) =>
      books.add('acct', 'account', {
        ...params,
        charges_enabled: false,
        payouts_enabled: false,
        details_submitted: false,
        capabilities: { transfers: 'inactive' },
      }),
  },
  {
    method: 'GET',
    path: /^\/v1\/accounts\/(\w+)$/,
    takes: [],
    answer: (asked) => {
      const account = asked.books.objects.get(asked.ids[0] ?? '')
      // Someone else's account isn't missing: the key just has no access to it.
      if (!account) throw invalidRequest('The provided key does not have access', 'account_invalid', 403)
      return account
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/account_links$/,
    takes: ['account!', 'type!', 'return_url!', 'refresh_url!'],
    answer: (asked) => ({
      object: 'account_link',
      url: `https://connect.example/${find(asked, asked.flat.account, 'account').id}`,
      expires_at: 1_772_463_900,
    }),
  },
  {
    method: 'POST',
    path: /^\/v1\/transfers$/,
    takes: [
      'amount!',
      'currency!',
      'destination!',
      'transfer_group!',
      'source_transaction',
      'metadata[key]!',
    ],
    answer: (asked) => {
      const { amount, destination, source_transaction: source } = asked.flat
      const account = find(asked, destination, 'account')
      const { transfers } = account.capabilities as { transfers: string }
      if (transfers !== 'active')
        throw invalidRequest(
          'Your destination account needs a capability',
          'insufficient_capabilities_for_transfer',
        )
      if (source) find(asked, source, 'charge')
      return asked.books.add('tr', 'transfer', {
        ...asked.params,
        amount: Number(amount),
        amount_reversed: 0,
      })
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/transfers$/,
    takes: ['transfer_group!', ...page],
    answer: (asked) => list(asked, 'transfer', (one) => one.transfer_group === asked.flat.transfer_group),
  },
  {
    method: 'POST',
    path: /^\/v1\/transfers\/(\w+)\/reversals$/,
    takes: ['amount!', 'metadata[key]!'],
    answer: (asked) => {
      const transfer = find(asked, asked.ids[0], 'transfer')
      const amount = Number(asked.flat.amount)
      if (find(asked, String(transfer.destination), 'account').empty)
        throw invalidRequest('Insufficient funds in the account', 'balance_insufficient')
      transfer.amount_reversed = Number(transfer.amount_reversed) + amount
      const { metadata } = asked.params
      return asked.books.add('trr', 'transfer_reversal', { amount, transfer: transfer.id, metadata })
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/transfers\/(\w+)\/reversals$/,
    takes: page,
    answer: (asked) => list(asked, 'transfer_reversal', ({ transfer }) => transfer === asked.ids[0]),
  },
  {
    method: 'GET',
    path: /^\/v1\/balance$/,
    takes: [],
    answer: () => ({
      object: 'balance',
      available: [{ amount: 12_345, currency: 'usd', source_types: { card: 12_345 } }],
      pending: [{ amount: 678, currency: 'usd' }],
    }),
  },
  {
    method: 'GET',
    path: /^\/v1\/events$/,
    takes: ['created[gte]', 'delivery_success', ...page],
    answer: (asked) => {
      const since = Number(asked.flat['created[gte]'] ?? 0)
      const undelivered = asked.flat.delivery_success === 'false'
      return list(asked, 'event', (one) => Number(one.created) >= since && !(undelivered && one.delivered))
    },
  },
]

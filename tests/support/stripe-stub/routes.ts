import { find, list, page, show, type Route } from './asked'
import { ApiFailure, cardDeclined, invalidRequest } from './failure'

const setupTakes = [
  'mode!',
  'currency!',
  'customer!',
  'excluded_payment_method_types[]',
  'locale',
  'success_url!',
  'cancel_url!',
]
const paymentTakes = [
  'mode!',
  'line_items[][quantity]!',
  'line_items[][price_data][currency]!',
  'line_items[][price_data][unit_amount]!',
  'line_items[][price_data][product_data][name]!',
  'customer',
  'saved_payment_method_options[allow_redisplay_filters][]',
  'customer_email',
  'client_reference_id',
  'success_url!',
  'cancel_url!',
  'metadata[jobId]!',
  'metadata[customerName]',
  'payment_intent_data[metadata][jobId]!',
  'payment_intent_data[metadata][customerName]',
  'payment_intent_data[transfer_group]!',
  'payment_intent_data[description]',
]

export const routes: Route[] = [
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions$/,
    takes: (flat) => (flat.mode === 'setup' ? setupTakes : paymentTakes),
    answer: (asked) => {
      const { books, params } = asked
      if (asked.flat.mode === 'setup' || asked.flat.customer) find(asked, asked.flat.customer, 'customer')
      const session = books.add('cs', 'checkout.session', {
        ...params,
        status: 'open',
        expires_at: 1_772_550_000,
      })
      session.url = `https://checkout.example/${session.id}`
      return session
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
    takes: [],
    answer: (asked) => {
      const session = find(asked, asked.ids[0], 'checkout.session')
      if (session.status !== 'open') throw invalidRequest('Only open sessions can be expired')
      return Object.assign(session, { status: 'expired', url: null })
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/checkout\/sessions\/(\w+)$/,
    takes: ['expand[]'],
    answer: (asked) => show(asked, find(asked, asked.ids[0], 'checkout.session')),
  },
  {
    method: 'POST',
    path: /^\/v1\/customers$/,
    takes: ['name!', 'email'],
    answer: ({ books, params }) => books.add('cus', 'customer', params),
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_methods\/(\w+)$/,
    takes: [],
    answer: (asked) => find(asked, asked.ids[0], 'payment_method'),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_methods\/(\w+)\/detach$/,
    takes: [],
    answer: (asked) => {
      const method = find(asked, asked.ids[0], 'payment_method')
      if (method.customer === null) throw invalidRequest('It is not attached to a customer')
      return Object.assign(method, { customer: null })
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents\/(\w+)$/,
    takes: ['expand[]'],
    answer: (asked) => show(asked, find(asked, asked.ids[0], 'payment_intent')),
  },
  {
    method: 'POST',
    path: /^\/v1\/(payment|setup)_intents\/(\w+)$/,
    takes: ['metadata[jobId]!', 'expand[]'],
    answer: (asked) => {
      const intent = find(asked, asked.ids[1], `${asked.ids[0]}_intent`)
      Object.assign(intent.metadata as object, asked.params.metadata)
      return show(asked, intent)
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/payment_intents$/,
    takes: ['customer!', ...page],
    answer: (asked) => list(asked, 'payment_intent', ({ customer }) => customer === asked.flat.customer),
  },
  {
    method: 'POST',
    path: /^\/v1\/payment_intents$/,
    takes: [
      'amount!',
      'currency!',
      'customer!',
      'payment_method!',
      'automatic_payment_methods[enabled]!',
      'automatic_payment_methods[allow_redirects]!',
      'off_session!',
      'confirm!',
      'description',
      'metadata[jobId]',
      'metadata[invoiceId]',
      'metadata[key]!',
      'transfer_group',
      'expand[]',
    ],
    answer: (asked) => {
      const { customer, payment_method: card, amount, transfer_group: group } = asked.flat
      if (card === 'pm_declined') throw cardDeclined()
      if (card === 'pm_authentication') throw cardDeclined('authentication_required')
      const metadata = asked.params.metadata as Record<string, string>
      const fields = { amount: Number(amount), fee: 59, metadata, customer, transfer_group: group ?? null }
      return show(asked, asked.books.addPayment(fields))
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/setup_intents\/(\w+)$/,
    takes: [],
    answer: (asked) => find(asked, asked.ids[0], 'setup_intent'),
  },
  {
    method: 'POST',
    path: /^\/v1\/setup_intents\/(\w+)\/cancel$/,
    takes: [],
    answer: (asked) => {
      const setup = find(asked, asked.ids[0], 'setup_intent')
      if (setup.status === 'canceled' || setup.status === 'succeeded')
        throw invalidRequest('You cannot cancel this SetupIntent', 'setup_intent_unexpected_state')
      return Object.assign(setup, { status: 'canceled' })
    },
  },
  {
    method: 'POST',
    path: /^\/v1\/refunds$/,
    takes: ['payment_intent!', 'amount!', 'reason!', 'metadata[key]!'],
    answer: (asked) => {
      const intent = find(asked, asked.flat.payment_intent, 'payment_intent')
      const charge = find(asked, String(intent.latest_charge), 'charge')
      const before = Number(charge.amount_refunded)
      const amount = Number(asked.flat.amount)
      if (before === charge.amount)
        throw invalidRequest('Charge has already been refunded.', 'charge_already_refunded')
      if (before + amount > Number(charge.amount))
        throw new ApiFailure(400, {
          type: 'invalid_request_error',
          message: 'Refund amount is too large',
          param: 'amount',
        })
      charge.amount_refunded = before + amount
      const { metadata } = asked.params
      return asked.books.add('re', 'refund', {
        amount,
        status: 'succeeded',
        payment_intent: intent.id,
        metadata,
      })
    },
  },
  {
    method: 'GET',
    path: /^\/v1\/refunds$/,
    takes: ['payment_intent!', ...page],
    answer: (asked) => list(asked, 'refund', (one) => one.payment_intent === asked.flat.payment_intent),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)$/,
    takes: [],
    answer: (asked) => find(asked, asked.ids[0], 'customer'),
  },
  {
    method: 'GET',
    path: /^\/v1\/customers\/(\w+)\/payment_methods$/,
    takes: ['type!', 'limit'],
    answer: (asked) => list(asked, 'payment_method', ({ customer }) => customer === asked.ids[0]),
  },
]

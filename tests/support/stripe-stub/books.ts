/** The stub's records. Tests read them, and add things that happened before. */
export interface StubObject {
  id: string
  object: string
  [field: string]: unknown
}

export class Books {
  readonly objects = new Map<string, StubObject>()
  #made = 0

  constructor(private readonly now: () => number) {}

  /** Newest objects come last here and first in lists, like in the API. */
  add(prefix: string, object: string, fields: Record<string, unknown>): StubObject {
    const made = {
      id: `${prefix}_${String(++this.#made).padStart(8, '0')}`,
      object,
      created: this.now(),
      ...fields,
    }
    this.objects.set(made.id, made)
    return made
  }

  all(object: string): StubObject[] {
    return [...this.objects.values()].filter((one) => one.object === object).toReversed()
  }

  /** A payment as a customer leaves it after paying on a hosted page. */
  addPayment(fields: {
    amount: number
    fee?: number
    metadata?: Record<string, string>
    [field: string]: unknown
  }) {
    const { amount, fee = 0, metadata = {}, ...rest } = fields
    const settled = this.add('txn', 'balance_transaction', { amount, fee })
    const charge = this.add('ch', 'charge', {
      amount,
      amount_refunded: 0,
      disputed: false,
      balance_transaction: settled.id,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    })
    const intent = this.add('pi', 'payment_intent', {
      amount,
      amount_received: amount,
      currency: 'usd',
      status: 'succeeded',
      latest_charge: charge.id,
      metadata,
      ...rest,
    })
    charge.payment_intent = intent.id
    return intent
  }

  addSetup(status = 'requires_confirmation', metadata: Record<string, string> = {}): StubObject {
    return this.add('seti', 'setup_intent', { status, metadata })
  }

  addCustomer(card: string | null, invoiceCard: string | null = null): StubObject {
    const customer = this.add('cus', 'customer', {
      invoice_settings: { default_payment_method: invoiceCard },
    })
    if (card)
      this.objects.set(card, { id: card, object: 'payment_method', customer: customer.id, type: 'card' })
    return customer
  }

  /** The object with the ids at these paths replaced by the objects they name. */
  expanded(object: StubObject, paths: string[]): StubObject {
    const copy: StubObject = { ...object }
    for (const path of paths) {
      const [field = '', ...rest] = path.split('.')
      const known = this.objects.get(String(copy[field]))
      if (known) copy[field] = this.expanded(known, rest.length > 0 ? [rest.join('.')] : [])
    }
    return copy
  }
}

import type { CustomerSummary } from '../../../modules/accounts'

export type { CustomerSummary } from '../../../modules/accounts'

/** A part of a customer's page, and the way to tell the rest that something changed. */
export interface PageProps {
  summary: CustomerSummary
  onChange: () => void
}

export interface ChangeProps extends PageProps {
  /** Whether the person may change the customer. */
  canChange: boolean
}

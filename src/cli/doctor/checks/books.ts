import { checkBooks } from '../../../modules/payments'
import { fault, fine, type DeepCheck } from '../finding'

const check = 'books'
const shown = 5

/** What `ledger check` finds; of many the first, since one cause often shows in many places. */
export const books: DeepCheck = async ({ store }) => {
  const problems = await checkBooks(store.read)
  if (problems.length === 0) return [fine(check, 'every movement balances and agrees with jobs and payments')]
  const more = problems.length - shown
  return problems
    .slice(0, shown)
    .map(({ about, problem }, place) =>
      fault(
        check,
        place === shown - 1 && more > 0 ? `${about} ${problem}, and ${more} more` : `${about} ${problem}`,
        'Run `ledger check` for all of it, and compare with the processor.',
      ),
    )
}

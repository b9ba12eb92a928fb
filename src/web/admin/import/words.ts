import type { Import } from '../../../modules/accounts'

export const stateWords: Record<Import['state'], string> = {
  reading: 'Uploading',
  checking: 'Checking',
  ready: 'Ready to import',
  running: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Failed',
}

export const number = (count: number): string => count.toLocaleString('en-US')

/** `1 row`, `420 rows`. */
export const counted = (count: number, noun: string): string =>
  `${number(count)} ${noun}${count === 1 ? '' : 's'}`

/** `420 customer rows`. */
export const rowsOf = ({ rows, kind }: Pick<Import, 'rows' | 'kind'>): string =>
  counted(rows, kind === 'jobs' ? 'job row' : 'customer row')

const originWords: Partial<Record<Import['origin'], string>> = {
  jobber: 'This looks like an export from Jobber.',
  'housecall-pro': 'This looks like an export from Housecall Pro.',
  vcard: 'This is a vCard file.',
}
export const originText = ({ origin }: Import): string => originWords[origin] ?? ''

/** The outcome in one line; empty while there is none. */
export function resultOf({ kind, state, counts, failure }: Import): string {
  const { made = 0, jobs = 0, merged = 0, skipped = 0, removed = 0, kept = 0 } = counts
  if (state === 'failed') return `${failure ?? 'Something went wrong.'} Everything was undone.`
  if (state === 'undone') {
    // The customers of jobs count too, so what is removed with jobs isn't jobs alone.
    const noun = kind === 'jobs' ? 'record' : 'customer'
    const stayed = kept === 0 ? '' : `, ${number(kept)} kept because you've used or changed them since`
    return `${counted(removed, noun)} removed${stayed}`
  }
  if (state !== 'done') return ''
  const parts = [
    ...(kind === 'jobs' ? [counted(jobs, 'job')] : []),
    counted(made, 'new customer'),
    ...(merged > 0 ? [`${number(merged)} merged`] : []),
    ...(skipped > 0 ? [`${number(skipped)} skipped`] : []),
  ]
  return parts.join(', ')
}

import { z } from 'zod'

/** What a fault is called: every form shows these words to the people who fill it in. */
z.config({ customError: (issue) => wordsFor(issue) })

type Issue = Parameters<NonNullable<ReturnType<typeof z.config>['customError']>>[0]

function wordsFor(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null ? 'is required' : wantedKind(issue.expected)
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_format':
      return formats[issue.format]
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return undefined
  }
}

const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
}
const wantedKind = (expected: string): string | undefined => kinds[expected]

const formats: Record<string, string> = {
  email: 'must be an e-mail address',
  uuid: 'must be a UUID',
  url: 'must be a web address',
  date: 'must be a date such as 2026-03-02',
  datetime: 'must be a date and time such as 2026-03-02T15:00:00Z',
  time: 'must be a time such as 08:30',
}

function tooSmall(origin: string, least: number, inclusive: boolean): string | undefined {
  if (origin === 'string') return least === 1 ? 'must not be empty' : `must have at least ${least} characters`
  if (origin === 'array') return least === 1 ? 'must name at least one' : `must name at least ${least}`
  return `must be ${inclusive ? 'at least' : 'more than'} ${least}`
}

function tooBig(origin: string, most: number, inclusive: boolean): string | undefined {
  if (origin === 'string') return `must have at most ${most} characters`
  if (origin === 'array') return `must name at most ${most}`
  return `must be ${inclusive ? 'at most' : 'less than'} ${most}`
}

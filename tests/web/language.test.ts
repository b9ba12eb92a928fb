import { describe, expect, test } from 'bun:test'
import { customerStep, technicianStep } from '../../src/web/client/language'
import { problemWords } from '../../src/words/controls'

describe('a customer’s page', () => {
  test('stores the language chosen with the switch, unless it is stored already', () => {
    const chosen = { page: 'es', asked: 'es', isRemembered: true } as const
    expect(customerStep(chosen, null)).toEqual({ store: 'es' })
    expect(customerStep(chosen, 'en')).toEqual({ store: 'es' })
    expect(customerStep(chosen, 'es')).toBeNull()
  })

  test('stores its own language for an account that has none', () => {
    expect(customerStep({ page: 'es', asked: null, isRemembered: false }, null)).toEqual({ store: 'es' })
    expect(customerStep({ page: 'en', asked: null, isRemembered: true }, null)).toEqual({ store: 'en' })
  })

  test('shows the stored language on a device without a choice, and leaves a choice alone', () => {
    expect(customerStep({ page: 'en', asked: null, isRemembered: false }, 'es')).toEqual({ show: 'es' })
    expect(customerStep({ page: 'en', asked: null, isRemembered: true }, 'es')).toBeNull()
    expect(customerStep({ page: 'es', asked: null, isRemembered: false }, 'es')).toBeNull()
  })
})

describe('a technician’s page', () => {
  test('shows the stored language, whatever the device chose before', () => {
    expect(technicianStep({ page: 'en', asked: null, isRemembered: true }, 'es')).toEqual({ show: 'es' })
    expect(technicianStep({ page: 'en', asked: null, isRemembered: true }, null)).toBeNull()
  })

  test('stores the language chosen with the switch', () => {
    const chosen = { page: 'en', asked: 'en', isRemembered: true } as const
    expect(technicianStep(chosen, 'es')).toEqual({ store: 'en' })
    expect(technicianStep(chosen, 'en')).toBeNull()
  })
})

test.each(['en', 'es'] as const)(
  'an address that names a language is never left for another (%s)',
  (page) => {
    for (const asked of ['en', 'es'] as const)
      for (const stored of ['en', 'es', null] as const)
        for (const step of [customerStep, technicianStep])
          for (const isRemembered of [true, false])
            expect(step({ page, asked, isRemembered }, stored) ?? {}).not.toHaveProperty('show')
  },
)

describe('a failed request', () => {
  const failure = (
    status: number,
    message = 'The technician is under way',
    retryAfterSeconds: number | null = null,
  ) => ({
    status,
    message,
    retryAfterSeconds,
  })

  test('reads in the language of the page, never as the API’s English in Spanish', () => {
    for (const status of [0, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503]) {
      const spanish = problemWords('es', failure(status))
      expect(spanish).not.toContain('technician')
      expect(spanish).not.toBe(problemWords('en', failure(status)))
    }
    expect(problemWords('es', null)).toStartWith('Algo salió mal')
  })

  test('says the API’s reason for a conflict in English, and the action’s own words in Spanish', () => {
    const own = { 409: 'Llámenos para cancelar.' }
    expect(problemWords('en', failure(409), own)).toBe('The technician is under way')
    expect(problemWords('es', failure(409), own)).toBe('Llámenos para cancelar.')
  })

  test('says how long to wait, or that there is nothing to wait for today', () => {
    const own = { 429: 'Try again tomorrow.' }
    expect(problemWords('en', failure(429, '', 1), own)).toEndWith('Try again in 1 second.')
    expect(problemWords('es', failure(429, '', 30))).toEndWith('en 30 segundos.')
    expect(problemWords('en', failure(429), own)).toBe('Try again tomorrow.')
  })

  test('points to the fields of a form rather than to the code that was wrong', () => {
    const own = { 400: 'This code is wrong.' }
    expect(problemWords('en', failure(400, 'Validation failed'), own)).toBe(
      'Please check the highlighted fields.',
    )
    expect(problemWords('en', failure(400, 'No'), own)).toBe('This code is wrong.')
  })
})

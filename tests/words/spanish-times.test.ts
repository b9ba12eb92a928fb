import { expect, test } from 'bun:test'
import { es as book } from '../../src/words/es/book'
import { es as emails } from '../../src/words/es/emails'
import { es as home } from '../../src/words/es/home'
import { es as my } from '../../src/words/es/my'
import { es as rules } from '../../src/words/es/rules'
import { es as texts } from '../../src/words/es/texts'
import { es as visit } from '../../src/words/es/visit'
import { es as work } from '../../src/words/es/work'

/** All words of a catalog that name a time, with `8:10 a.m.` for it. */
function withTimes(catalog: object): string[] {
  return Object.values(catalog).flatMap((entry: unknown) => {
    if (typeof entry === 'object' && entry !== null) return withTimes(entry)
    if (typeof entry !== 'function') return []
    const [head = ''] = entry.toString().split('=>')
    const names = head.match(/\w+/g) ?? []
    const isTime = (name: string) => ['time', 'when', 'window'].includes(name)
    if (!names.some(isTime)) return []
    const values = names.map((name) => (isTime(name) ? '8:10 a.m.' : 'x'))
    return [(entry as (...values: string[]) => string)(...values)]
  })
}

test('Spanish puts one period after a time', () => {
  expect(book.contact.held('8:10 a.m.')).toBe('Le guardamos este horario hasta las 8:10 a.m.')
  const withTwo = [
    ...withTimes(book),
    ...withTimes(emails),
    ...withTimes(my),
    ...withTimes(rules),
    ...withTimes(texts),
    ...withTimes(visit),
    ...withTimes(work),
  ].filter((words) => words.includes('..'))
  expect(withTwo).toEqual([])
  expect(book.contact.heldAgain('8:10 a.m.')).toEndWith('hasta las 8:10 a.m.')
})

test('Spanish says one o’clock in the singular', () => {
  expect(home.openNow('1:00 p.m.')).toBe('Abierto ahora hasta la 1:00 p.m.')
  expect(home.opensToday('10:00 a.m.')).toBe('Cerrado ahora, abre a las 10:00 a.m.')
  expect(home.opensOn('lunes', '12:00 p.m.')).toBe('Cerrado ahora, abre el lunes a las 12:00 p.m.')
  expect(book.faults.holdOver('1:10 p.m.')).toContain('hasta la 1:10 p.m. y')
})

import { expect, test } from 'bun:test'
import { es as book } from '../../src/words/es/book'
import { es as home } from '../../src/words/es/home'

test('Spanish puts one period after a time', () => {
  expect(book.contact.held('8:10 a.m.')).toBe('Le guardamos este horario hasta las 8:10 a.m.')
  expect(book.contact.heldAgain('8:10 a.m.')).toEndWith('hasta las 8:10 a.m.')
})

test('Spanish says one o’clock in the singular', () => {
  expect(home.openNow('1:00 p.m.')).toBe('Abierto ahora hasta la 1:00 p.m.')
  expect(home.opensToday('10:00 a.m.')).toBe('Cerrado ahora, abre a las 10:00 a.m.')
  expect(home.opensOn('lunes', '12:00 p.m.')).toBe('Cerrado ahora, abre el lunes a las 12:00 p.m.')
  expect(book.faults.holdOver('1:10 p.m.')).toContain('hasta la 1:10 p.m. y')
})

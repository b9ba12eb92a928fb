import { expect, test } from 'bun:test'
import { median, rotate } from '../../bench/support/rounds'
import { renderTable } from '../../bench/support/table'

const columns = [
  { title: 'server', align: 'left' as const },
  { title: 'rate', align: 'right' as const },
]

test('a table lines up in a terminal and is valid Markdown', () => {
  const table = renderTable(columns, [
    ['raw', '7742'],
    ['a|b', '9'],
  ])
  expect(table.split('\n')).toEqual([
    '| server | rate |',
    '| ------ | ---: |',
    '| raw    | 7742 |',
    String.raw`| a\|b   |    9 |`,
  ])
})

test("a row that doesn't fit its columns is rejected", () => {
  expect(() => renderTable(columns, [['raw']])).toThrow('1 cells in 2 columns')
})

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 3, 10])).toBe(3.5)
  expect(() => median([])).toThrow()
})

test('every server goes first once in as many rounds as there are servers', () => {
  expect([0, 1, 2, 3].map((round) => rotate(['a', 'b', 'c'], round).join(''))).toEqual([
    'abc',
    'bca',
    'cab',
    'abc',
  ])
})

import { describe, expect, test } from 'bun:test'
import { questionKinds, seededRandom, withTypo } from '../../bench/geo/questions'
import { resultTable, targetLines, type Results } from '../../bench/geo/report'

describe('gazetteer questions', () => {
  const place = {
    zip: '62704',
    place: 'Springfield',
    state: 'IL',
    county: 'Sangamon',
    lat: 39.77,
    lng: -89.69,
  }

  test('are the same on every run', () => {
    const ask = () => questionKinds.map((kind) => kind.ask(place, seededRandom(7)))
    expect(ask()).toEqual(ask())
    expect(ask()[0]).toBe('62704')
  })

  test('have at most one typo, one letter longer or shorter', () => {
    const random = seededRandom(1)
    for (let time = 0; time < 200; time += 1)
      expect(Math.abs(withTypo('Springfield', random).length - 'Springfield'.length)).toBeLessThanOrEqual(1)
  })
})

test('the report shows each target and whether it was reached', () => {
  const results: Results = {
    buildMs: 6_000,
    openMs: 30,
    megabytes: 16.2,
    questions: 2_000,
    matrixMs: 12,
    accuracies: [{ kind: questionKinds[1]!, hits: 97.9, p50Ms: 0.05, p99Ms: 0.6, maxMs: 4 }],
  }
  expect(resultTable(results)).toContain('| City, ST |')
  expect(targetLines(results)).toEqual([
    '- City, ST: 97.9% (at least 98%): missed',
    '- Slowest p99: 0.60 ms (at most 5 ms): reached',
    '- Unpacking: 6.0 s (at most 5 s): missed',
    '- File: 16.2 MB (at most 20 MB): reached',
  ])
})

import { expect, test } from 'bun:test'
import { icons } from '../../src/web/icons/icons'
import { pathOf } from '../../src/web/icons/path'

test('the shapes of an icon become one path', () => {
  expect(pathOf('<path d="M12 9v4l2 2"/><path d="M5 3 2 6"/>')).toBe('M12 9v4l2 2M5 3 2 6')
  expect(pathOf('<circle cx="12" cy="13" r="8"/>')).toBe('M4 13a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z')
  expect(pathOf('<rect width="20" height="12" x="2" y="6" rx="2"/>')).toBe(
    'M4 6h16a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-8a2 2 0 0 1 2 -2z',
  )
  expect(pathOf('<polygon points="3 11 22 2 13 21"/>')).toBe('M3 11 22 2 13 21z')
})

test('a path that begins with a relative move keeps its place after another shape', () => {
  expect(pathOf('<path d="M20 6 9 17"/><path d="m22 6-3-3"/>')).toBe('M20 6 9 17M22 6l-3-3')
  expect(pathOf('<path d="m7 10 5 5 5-5"/>')).toBe('M7 10l5 5 5-5')
  expect(pathOf('<path d="m12 6h4"/>')).toBe('M12 6h4')
})

test('every icon is one path, and none begins in the middle of another', () => {
  for (const shapes of Object.values(icons)) {
    const path = pathOf(shapes)
    expect(path).toMatch(/^M[\d.]/)
    expect(path).not.toMatch(/m/)
    expect(path).not.toContain('NaN')
  }
})

test('a shape we cannot draw is refused', () => {
  expect(() => pathOf('<ellipse cx="1" cy="2" rx="3" ry="4"/>')).toThrow('<ellipse>')
})

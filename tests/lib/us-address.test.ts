import { describe, expect, test } from 'bun:test'
import { zipIn } from '../../src/lib/text'

describe('the ZIP code of an address', () => {
  test.each([
    ['123 Main St, Springfield, IL 62704', '62704'],
    ['123 Main St, Springfield, IL 62704-1234', '62704'],
    ['10001 Main St, Springfield, IL 62704', '62704'],
    ['123 Main St, Springfield, il 62704, USA', '62704'],
    ['Springfield 62704 IL', '62704'],
    ['Springfield, IL 62704 (gate code 12345, ring twice)', '62704'],
    ['PO Box 12345, Reno, NV 89501', '89501'],
    ['02134', '02134'],
    ['62704, United States', '62704'],
    ['123 Main St\nSpringfield, IL\n62704', '62704'],
  ])('is found in %p', (address, zip) => {
    expect(zipIn(address)).toBe(zip)
  })

  test.each([
    ['10001 Main St, Springfield, IL'],
    ['Apt 4, 12345 Main St, Springfield'],
    ['5 Main St, Suite 12345'],
    ['PO Box 12345'],
    ['12 Main St, Springfield, IL'],
    ['1234567'],
    ['12345-67'],
    ['555-12345'],
    [''],
    ['📍'.repeat(100)],
  ])("isn't found in %p", (address) => {
    expect(zipIn(address)).toBeNull()
  })
})

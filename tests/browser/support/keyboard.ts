import { expect } from 'bun:test'
import type { Locator, Page } from 'playwright-core'

/** A person without a mouse. Every step ends with a focus that can be seen. */
export interface Keyboard {
  press: (...keys: string[]) => Promise<void>
  type: (text: string) => Promise<void>
  /** Presses Tab until the element has the focus, and fails when that takes more than `most` presses. */
  tabTo: (target: Locator, most?: number) => Promise<void>
  /** Waits until the element, or something in it, has the focus. */
  isOn: (target: Locator) => Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  return {
    press,
    type: (text) => page.keyboard.type(text),
    async tabTo(target, most = 8) {
      await target.waitFor()
      const passed: string[] = []
      while (!(await hasFocus(target)) && passed.length <= most) {
        await press('Tab')
        passed.push(await describeFocus(page))
      }
      if (passed.length > most) throw new Error(`${passed.length} Tabs and not there:\n${passed.join('\n')}`)
      expect(await hiddenFocus(page)).toBeNull()
    },
    async isOn(target) {
      await target.waitFor()
      await waitUntil(page, () => hasFocus(target))
      expect(await hiddenFocus(page)).toBeNull()
    },
  }
}

const hasFocus = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement))

/** Animation frames pass meanwhile, so this depends on the page and not on a clock. */
async function waitUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  for (let frame = 0; frame < 300; frame++) {
    if (await isSo()) return
    await page.evaluate(() => new Promise((resume) => requestAnimationFrame(resume)))
  }
  throw new Error(`The focus is elsewhere: ${await describeFocus(page)}`)
}

const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    const words = activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
    return `${activeElement?.tagName} ${activeElement?.className} ${words.slice(0, 40)}`
  })

/**
 * Says what is wrong with the focus: nowhere, outside the window, or without a ring. A region that only a
 * script focuses, such as a tab that was just opened, needs no ring.
 */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    if (!element || element === document.body) return 'nothing has the focus'
    const name = `${element.tagName} ${element.className}`
    if (element.getAttribute('tabindex') === '-1') return null
    const { top, bottom, left, right } = element.getBoundingClientRect()
    if (bottom < 0 || right < 0 || top > innerHeight || left > innerWidth) return `${name} is out of sight`
    const isRinged = (one: Element | null) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one ?? document.body)
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
    }
    const around = [element, element.parentElement, element.nextElementSibling]
    return around.some(isRinged) ? null : `${name} has no ring`
  })

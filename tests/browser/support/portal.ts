import type { Page } from 'playwright-core'
import { codeSentTo } from '../../support/codes'
import type { Site } from './site'

/** Signs a customer in, on the sign-in page of My bookings, with the code from their email. */
export async function signInWithCode(
  page: Page,
  { world }: Pick<Site, 'world'>,
  email: string,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  const code = await codeSentTo(world, email, async () => {
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByLabel('Code').waitFor()
  })
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

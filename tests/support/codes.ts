import type { TestApp } from './app'

/** The code an action sends to an address, read where the email provider gets it. */
export async function codeSentTo(
  world: TestApp,
  address: string,
  action: () => Promise<unknown>,
): Promise<string> {
  const { email } = world.deps.providers
  const original = email.send.bind(email)
  let code = ''
  email.send = async (...message: Parameters<typeof original>) => {
    if (JSON.stringify(message).toLowerCase().includes(address.toLowerCase()))
      code = /\b\d{6}\b/.exec(message[0].text)?.[0] ?? code
    return original(...message)
  }
  try {
    await action()
  } finally {
    email.send = original
  }
  return code
}

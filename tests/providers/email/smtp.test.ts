import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { greetingName } from '../../../src/providers/email'
import { SmtpEmail } from '../../../src/providers/email/smtp'
import { ManualTimers, testLimits } from '../manual-timers'
import { failureOf, letter } from './letter'
import { startSmtp } from './smtp-stub'

let stub: ReturnType<typeof startSmtp>
let provider: SmtpEmail

const name = 'book.truckroll.dev'

afterEach(async () => {
  setSystemTime()
  await provider.close()
  stub.stop()
})

function smtp(limits: Partial<typeof testLimits> = {}, timers = new ManualTimers()) {
  provider = new SmtpEmail({ url: stub.url, name, limits: { ...testLimits, ...limits }, timers })
  return provider
}

describe('an email through SMTP', () => {
  test('arrives with a Message-ID made from its key', async () => {
    stub = startSmtp()
    const headers = {
      'List-Unsubscribe': '<https://truckroll.dev/u/1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    const files = [{ name: 'invoice.pdf', type: 'application/pdf', bytes: new TextEncoder().encode('%PDF') }]
    const receipt = await smtp().send(letter({ headers, files, replyTo: 'den@truckroll.dev' }))
    expect(receipt).toEqual({ provider: 'smtp', messageId: '<0198-key@truckroll.dev>' })
    const [message] = stub.messages
    expect(message!.to).toBe('ada@lovelace.dev')
    for (const line of [
      'Message-ID: <0198-key@truckroll.dev>',
      'From: "Truckroll, Denver" <no-reply@truckroll.dev>',
      'To: ada@lovelace.dev',
      'Reply-To: den@truckroll.dev',
      'Subject: Your visit',
      'List-Unsubscribe: <https://truckroll.dev/u/1>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'Content-Type: text/html; charset=utf-8',
      'Content-Type: application/pdf; name=invoice.pdf',
    ])
      expect(message!.source).toContain(line)
  })

  test('has no unintended header, whatever the subject and the names contain', async () => {
    stub = startSmtp()
    const nasty = 'x\r\nBcc: spy@evil.dev\r\n\r\n<b>'
    await smtp().send(letter({ subject: nasty, from: { name: nasty, address: 'no-reply@truckroll.dev' } }))
    const head = stub.messages[0]!.source.split('\r\n\r\n')[0]!
    expect(head).not.toMatch(/^bcc:/im)
    expect(stub.commands.filter((command) => command.startsWith('RCPT'))).toEqual([
      'RCPT TO:<ada@lovelace.dev>',
    ])
  })

  test('sends no password when the server offers no encryption', async () => {
    stub = startSmtp()
    // Another name for this machine that doesn't look like it.
    const url = stub.url.replace(/\/\/.*:/, '//office:hush@0.0.0.0:')
    // The stub agrees to STARTTLS but can't encrypt, so only the time limit ends this.
    const limits = { ...testLimits, callMs: 1_000 }
    provider = new SmtpEmail({ url, name, limits, timers: new ManualTimers() })
    await failureOf(provider.send(letter()))
    expect(stub.commands.join('\n')).toContain('STARTTLS')
    expect(stub.commands.join('\n')).not.toMatch(/AUTH|MAIL|hush/)
    expect(stub.messages).toEqual([])
  })

  test('shares connections with others', async () => {
    stub = startSmtp()
    smtp()
    for (const key of ['a', 'b', 'c']) await provider.send(letter({ key }))
    expect(stub.messages).toHaveLength(3)
    expect(stub.connections()).toBe(1)
  })

  test("isn't repeated when its recipient is refused", async () => {
    stub = startSmtp((command) => (command === 'RCPT' ? '550 5.1.1 no such user' : undefined))
    const failure = await failureOf(smtp().send(letter()))
    expect(failure.kind).toBe('refused')
    expect(failure.message).toContain('550 5.1.1 no such user')
    expect(stub.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1)
    expect(failure.details.badAddress).toBe(true)
  })

  test.each([
    ['550 5.7.1 blocked by policy', false],
    ['550 5.1.8 Sender address rejected: user unknown', false],
    ['554 Relay access denied', false],
    ['550 User unknown', true],
    ['550 5.2.1 mailbox disabled', true],
    ['550 5.7.1 Client host [203.5.1.1] blocked', false],
    ['550 Client host [203.5.1.1] blocked', false],
  ])('refused with "%s" says whether the address is bad: %p', async (answer, badAddress) => {
    stub = startSmtp((command) => (command === 'RCPT' ? answer : undefined))
    const failure = await failureOf(smtp().send(letter()))
    expect(failure).toMatchObject({ kind: 'refused', message: `SMTP: ${answer}`, details: { badAddress } })
  })

  test("isn't repeated at once when the recipient's server asks for patience", async () => {
    stub = startSmtp((command) => (command === 'RCPT' ? '450 4.2.0 greylisted' : undefined))
    expect((await failureOf(smtp().send(letter()))).kind).toBe('deferred')
    expect(stub.commands.filter((command) => command.startsWith('RCPT'))).toHaveLength(1)
  })

  test("introduces us by the service's public name", async () => {
    stub = startSmtp()
    await smtp().send(letter())
    expect(stub.commands[0]).toBe('EHLO book.truckroll.dev')
  })

  test("isn't repeated when its text is refused", async () => {
    stub = startSmtp((command) => (command === 'MESSAGE' ? '554 5.7.1 looks like spam' : undefined))
    expect((await failureOf(smtp().send(letter()))).kind).toBe('refused')
  })

  test('is retried once after a temporary error, with the same Message-ID', async () => {
    stub = startSmtp((command, times) =>
      command === 'MAIL' && times === 1 ? '451 4.3.0 come back later' : undefined,
    )
    expect((await smtp().send(letter())).messageId).toBe('<0198-key@truckroll.dev>')
    expect(stub.messages).toHaveLength(1)
  })

  test("isn't repeated at once when it may have been accepted", async () => {
    stub = startSmtp((command) => (command === 'MESSAGE' ? 'silence' : undefined))
    // Long enough for a busy machine to get as far as the text.
    const failure = await failureOf(smtp({ callMs: 1_500 }).send(letter()))
    expect(failure.kind).toBe('uncertain')
    expect(stub.commands.filter((command) => command === 'DATA')).toHaveLength(1)
  })

  test("isn't repeated by the pool when the server disconnects", async () => {
    stub = startSmtp((command) => (command === 'MESSAGE' ? 'hang up' : undefined))
    expect((await failureOf(smtp().send(letter()))).kind).toBe('uncertain')
    expect(stub.commands.filter((command) => command === 'DATA')).toHaveLength(1)
  })

  test('ends in time when the server says nothing at all', async () => {
    stub = startSmtp(() => 'silence')
    expect((await failureOf(smtp({ callMs: 40 }).send(letter()))).kind).toBe('uncertain')
  })

  test('fails at once when no server listens', async () => {
    stub = startSmtp()
    stub.stop()
    expect((await failureOf(smtp({ repeats: 0 }).send(letter()))).kind).toBe('down')
  })
})

test('a server that keeps failing is paused for a while', async () => {
  stub = startSmtp(() => '421 4.3.2 shutting down')
  setSystemTime(new Date('2026-03-02T15:00:00Z'))
  smtp({ breakAfter: 2, repeats: 0 })
  await failureOf(provider.send(letter()))
  await failureOf(provider.send(letter()))
  const asked = stub.connections()
  expect((await failureOf(provider.send(letter()))).details.broken).toBe(true)
  expect(stub.connections()).toBe(asked)
  expect(provider.restingFor()).toBeGreaterThan(0)
})

test('bad recipients never pause a server, however many they are', async () => {
  const answers = [
    '550 5.1.1 no such user',
    '450 4.2.1 greylisted',
    '452 4.2.2 mailbox full',
    '450 4.4.3 no answer from the servers of this domain',
    '451 4.3.0 try again later',
    '450 4.2.0 greylisted, client 203.4.3.9',
    '450 client 203.4.3.9 is unknown here',
  ]
  stub = startSmtp((command, times) => (command === 'RCPT' ? answers[times % answers.length] : undefined))
  smtp({ breakAfter: 2 })
  for (let count = 0; count < 12; count++) await failureOf(provider.send(letter()))
  expect(provider.restingFor()).toBe(0)
})

test('a server that is full or closing counts as failing, even if it says so about a recipient', async () => {
  for (const answer of ['421 4.3.2 shutting down', '452 4.3.1 out of disk space']) {
    stub = startSmtp((command) => (command === 'RCPT' ? answer : undefined))
    expect((await failureOf(smtp({ repeats: 0 }).send(letter()))).kind).toBe('down')
    stub.stop()
  }
})

test("without a public name, the greeting has the machine's", () => {
  expect(greetingName('https://book.example.com', 'box')).toBe('book.example.com')
  for (const address of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', ''])
    expect(greetingName(address, 'box')).toBe('box')
})

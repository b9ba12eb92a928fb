import type { EmailProvider, Letter } from './types'

const keptAtMost = 50

/** Sends nothing: a letter has arrived once it is in the outbox. */
export class DemoEmail implements EmailProvider {
  readonly name = 'demo'
  readonly width = 50
  /** The latest letters in memory. The only place where a demo can read a code, since no disk keeps it. */
  readonly letters: Letter[] = []

  async send(letter: Letter) {
    this.letters.push(letter)
    if (this.letters.length > keptAtMost) this.letters.shift()
    return { provider: this.name, messageId: `demo-${letter.key}` }
  }

  restingFor(): number {
    return 0
  }

  async close(): Promise<void> {}
}

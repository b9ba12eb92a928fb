import { ApiError, createApi } from '../client/api'
import { kept, type Drawer } from '../client/storage'

/** Tokens of sign-outs that the office doesn't know of yet. They name no customer, and the page uses them for nothing else. */
const signedOut = kept<string[]>('work-signed-out')

/** How long to wait for an answer; the next try is never far. */
const patienceMs = 20_000

/** Ends a token at the office. */
const end = (token: string): Promise<unknown> =>
  createApi({ token: () => token, patienceMs }).work['sign-out'].post(undefined, { key: null })

/** The sign-outs of a phone, kept until the office has ended their tokens. */
export class SignOuts {
  constructor(
    private readonly place: Drawer<string[]> = signedOut,
    private readonly tell: (token: string) => Promise<unknown> = end,
  ) {}

  #running: Promise<void> | null = null

  get isEmpty(): boolean {
    return this.#all().length === 0
  }

  add(token: string): void {
    this.place.write([...this.#all().filter((other) => other !== token), token])
  }

  /** One attempt at a time: the second of two would be refused. */
  send(): Promise<void> {
    return (this.#running ??= this.#send().finally(() => {
      this.#running = null
    }))
  }

  /** A token that is refused has ended already. Any other failure is tried again later. */
  async #send(): Promise<void> {
    for (const token of this.#all()) {
      try {
        await this.tell(token)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) return
      }
      const left = this.#all().filter((other) => other !== token)
      if (left.length > 0) this.place.write(left)
      else this.place.clear()
    }
  }

  #all(): string[] {
    return this.place.read() ?? []
  }
}

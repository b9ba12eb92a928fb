import { minute, type Clock } from '../lib/clock'
import type { Log } from '../lib/log'

/** Refused sign-ins, once there are so many that a person should look into them. */
export interface ManyRefusals {
  count: number
  /** The network most of them came from, never a full address. */
  network: string
  fromThere: number
}

const span = 10 * minute
/** No one mistypes this often. */
const many = 50
/** Below this count an attack is over, and a later one is reported again. */
const calm = 10
const networksKept = 500
const linesKept = 100

interface Slot {
  count: number
  networks: Map<string, number>
  lines: number
}

const emptySlot = (): Slot => ({ count: 0, networks: new Map(), lines: 0 })

/**
 * Counts refused tokens and failed sign-ins over the last ten to twenty minutes. It remembers a limited
 * number of networks, writes a limited number of log lines, and raises one alarm per attack.
 */
export class AccessWatch {
  /** Replaced by the module that alerts a person. */
  onMany: (found: ManyRefusals) => void = () => {}
  #slot = 0
  #now = emptySlot()
  #before = emptySlot()
  #isAlarmed = false

  constructor(
    private readonly log: Log,
    private readonly clock: Clock,
  ) {}

  refused(route: string, network: string): void {
    this.#turn()
    const { networks } = this.#now
    const place = networks.has(network) || networks.size < networksKept ? network : 'elsewhere'
    const fromThere = (networks.get(place) ?? 0) + 1
    networks.set(place, fromThere)
    this.#now.count++
    if (isPowerOfTen(fromThere) && this.#now.lines++ < linesKept)
      this.log.warn('sign-in refused', { route, network: place, times: fromThere })
    const count = this.count()
    if (count < many || this.#isAlarmed) return
    this.#isAlarmed = true
    const found = { count, ...this.#busiest() }
    this.log.warn('many sign-ins refused', found)
    this.onMany(found)
  }

  /** Refusals in the last ten to twenty minutes. */
  count(): number {
    this.#turn()
    return this.#now.count + this.#before.count
  }

  #turn(): void {
    const slot = Math.floor(this.clock.now() / span)
    if (slot === this.#slot) return
    this.#before = slot === this.#slot + 1 ? this.#now : emptySlot()
    this.#now = emptySlot()
    this.#slot = slot
    if (this.#before.count < calm) this.#isAlarmed = false
  }

  #busiest(): { network: string; fromThere: number } {
    const networks = new Map(this.#before.networks)
    for (const [network, count] of this.#now.networks)
      networks.set(network, count + (networks.get(network) ?? 0))
    const [[network, fromThere] = ['unknown', 0]] = [...networks].toSorted(
      ([, one], [, other]) => other - one,
    )
    return { network, fromThere }
  }
}

/** Logging only 1, 10, 100 … shows the growth without flooding the log. */
const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count))

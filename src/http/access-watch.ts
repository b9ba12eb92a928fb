import { minute, type Clock } from '../lib/clock'
import type { Log } from '../lib/log'

/** The facts about refused sign-ins once there are so many that a person should look. */
export interface ManyRefusals {
  count: number
  /** Where most of them came from; never a whole address. */
  network: string
  fromThere: number
}

const span = 10 * minute
/** Nobody mistypes this often. */
const many = 50
/** Below this, an attack is over, and the next one is a new one. */
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
 * Counts refused tokens and failed sign-ins over ten to twenty minutes. However many there are, it keeps a bounded
 * number of networks, writes a bounded number of lines, and speaks up once for each attack.
 */
export class AccessWatch {
  /** Set by the part that tells a person. */
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

  /** How many there were lately. */
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

/** 1, 10, 100 …: enough to see how it grows. */
const isPowerOfTen = (count: number): boolean => /^10*$/.test(String(count))

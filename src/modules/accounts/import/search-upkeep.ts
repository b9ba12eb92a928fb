import { lastRowOf } from '../../../../db/full-text'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { mergeCustomerSearch } from '../../customers'
import { mergeJobSearch } from '../../jobs'
import { restPerWork } from './rows'

/** SQLite merges 16 changes of an index by itself, however long that takes, so we are there before. */
const chunksBetweenMerges = 8
/** Words of rows that are gone take a moment to pass over, so that they mustn't become too many. */
const mostRemoved = 2_000

/** Keeps the search indexes in shape while an import or its undo changes them in bulk, a few pages at a time. */
export class SearchUpkeep {
  #chunks = 0
  #removed = 0

  constructor(private readonly deps: Deps) {}

  /** After a chunk that added rows. */
  async added(): Promise<void> {
    this.#chunks++
    if (this.#chunks % chunksBetweenMerges === 0) await this.#merge('many')
  }

  /** After a chunk that removed rows. An index is rewritten for a fair share of its rows. */
  async removed(rows: number): Promise<void> {
    this.#removed += rows
    if (this.#removed < mostRemoved) return this.added()
    const { read } = this.deps.store
    const size = Math.max(await lastRowOf(read, 'customer_search'), await lastRowOf(read, 'job_search'))
    if (this.#removed < size / 4) return this.added()
    await this.finish()
  }

  /** Takes the words of rows that are gone off the disk. Says whether it could, before the process stops. */
  async finish(): Promise<boolean> {
    this.#removed = 0
    await this.#merge('all')
    return !this.deps.background.stopping
  }

  async #merge(which: 'many' | 'all'): Promise<void> {
    const { store, background } = this.deps
    const merges: ((tx: Tx, which: 'many' | 'all') => Promise<boolean>)[] = [
      mergeCustomerSearch,
      mergeJobSearch,
    ]
    for (const merge of merges)
      for (let hasMore = true; hasMore && !background.stopping;) {
        const startedAt = performance.now()
        hasMore = await store.write((tx) => merge(tx, which))
        await background.restAfter(startedAt, restPerWork)
      }
  }
}

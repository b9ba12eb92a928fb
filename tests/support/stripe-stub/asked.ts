import type { Books, StubObject } from './books'
import { missingResource } from './failure'
import type { Tree } from './form'

export interface Asked {
  books: Books
  /** Ids from the path, in order. */
  ids: string[]
  params: Tree
  flat: Record<string, string>
}

export interface Route {
  method: 'GET' | 'POST'
  path: RegExp
  /** The only parameters it accepts; those with a `!` are required. */
  takes: string[] | ((flat: Record<string, string>) => string[])
  answer(asked: Asked): unknown
}

/** The parameters every list accepts. */
export const page = ['limit', 'starting_after', 'expand[]']

export function find({ books }: Asked, id: string | undefined, object: string): StubObject {
  const found = books.objects.get(id ?? '')
  if (found?.object !== object) throw missingResource(id ?? '')
  return found
}

export function list(
  { books, flat }: Asked,
  object: string,
  keep: (one: StubObject) => boolean = () => true,
) {
  const all = books.all(object).filter(keep)
  const start = flat.starting_after ? all.findIndex(({ id }) => id === flat.starting_after) + 1 : 0
  const end = start + Number(flat.limit ?? 10)
  const expand = expansions(flat).map((path) => path.replace(/^data\./, ''))
  const data = all.slice(start, end).map((one) => books.expanded(one, expand))
  return { object: 'list', data, has_more: end < all.length, url: '/' }
}

export const show = ({ books, flat }: Asked, object: StubObject) => books.expanded(object, expansions(flat))

const expansions = (flat: Record<string, string>): string[] =>
  Object.entries(flat).flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []))

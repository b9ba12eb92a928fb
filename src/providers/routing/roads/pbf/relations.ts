import type { Block, Words } from './block'
import type { Cursor } from './cursor'
import { readNumbers } from './ways'

export interface Relation {
  tag(name: string): string
  members: { role: string; type: 'node' | 'way' | 'relation'; id: number }[]
}

const memberTypes = ['node', 'way', 'relation'] as const

export function readRelation({ words }: Block, cursor: Cursor): Relation {
  const keys: number[] = []
  const values: number[] = []
  const roles: number[] = []
  const types: number[] = []
  const ids: number[] = []
  while (cursor.more) {
    const tag = cursor.varint()
    const field = tag >> 3
    if (field === 2) readNumbers(cursor.section(), keys)
    else if (field === 3) readNumbers(cursor.section(), values)
    else if (field === 8) readNumbers(cursor.section(), roles)
    else if (field === 9) readIds(cursor.section(), ids)
    else if (field === 10) readNumbers(cursor.section(), types)
    else cursor.skip(tag)
  }
  return {
    tag: (name) => valueOf(words, keys, values, name),
    members: ids.map((id, at) => ({
      id,
      role: words.at(roles[at] ?? 0),
      type: memberTypes[types[at] ?? 0] ?? 'node',
    })),
  }
}

function valueOf(words: Words, keys: number[], values: number[], name: string): string {
  const at = keys.findIndex((key) => words.at(key) === name)
  return at === -1 ? '' : words.at(values[at] ?? 0)
}

function readIds(cursor: Cursor, into: number[]): void {
  let id = 0
  while (cursor.more) into.push((id += cursor.signed()))
}

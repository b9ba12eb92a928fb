import { expect, test } from 'bun:test'
import { ServiceState } from '../../src/lib/service-state'

class Memory {
  words: string[] = []
}

class Thread {
  closed = 0
  close() {
    this.closed++
  }
}

test('a service has one instance of each class, and another service has its own', () => {
  const [one, other] = [new ServiceState(), new ServiceState()]
  one.of(Memory).words.push('kept')
  expect(one.of(Memory).words).toEqual(['kept'])
  expect(other.of(Memory).words).toEqual([])
  expect(one.of(Thread)).toBeInstanceOf(Thread)
})

test('closing it closes open instances, once', () => {
  const state = new ServiceState()
  state.of(Memory)
  const thread = state.of(Thread)
  state.close()
  state.close()
  expect(thread.closed).toBe(1)
})

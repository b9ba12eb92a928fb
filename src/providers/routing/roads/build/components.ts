import { endOf, type RoadArrays } from '../graph'

/**
 * The largest part of a graph in which every vertex is reached from every other one (Tarjan's method
 * without recursion: a road is longer than any stack).
 */
export function largestComponent(count: number, graph: Pick<RoadArrays, 'firstArc' | 'arcs'>): Uint8Array {
  const { firstArc } = graph
  const order = new Int32Array(count).fill(-1)
  const lowest = new Int32Array(count)
  const component = new Int32Array(count).fill(-1)
  const nextArc = new Uint32Array(count)
  const open = new Int32Array(count)
  const path = new Int32Array(count)
  const sizes: number[] = []
  let opened = 0
  let seen = 0

  const enter = (vertex: number): void => {
    order[vertex] = lowest[vertex] = seen++
    nextArc[vertex] = firstArc[vertex]!
    open[opened++] = vertex
  }
  const close = (root: number): void => {
    let size = 0
    let vertex
    do {
      vertex = open[--opened]!
      component[vertex] = sizes.length
      size += 1
    } while (vertex !== root)
    sizes.push(size)
  }

  for (let root = 0; root < count; root += 1) {
    if (order[root] !== -1) continue
    let depth = 0
    path[0] = root
    enter(root)
    while (depth >= 0) {
      const vertex = path[depth]!
      if (nextArc[vertex]! < firstArc[vertex + 1]!) {
        const next = endOf(graph, nextArc[vertex]!++)
        if (order[next] === -1) {
          path[++depth] = next
          enter(next)
        } else if (component[next] === -1) lowest[vertex] = Math.min(lowest[vertex]!, order[next]!)
        continue
      }
      if (lowest[vertex] === order[vertex]) close(vertex)
      depth -= 1
      if (depth >= 0) lowest[path[depth]!] = Math.min(lowest[path[depth]!]!, lowest[vertex]!)
    }
  }
  const largest = sizes.indexOf(sizes.reduce((most, size) => Math.max(most, size), 0))
  return Uint8Array.from(component, (number) => (number === largest ? 1 : 0))
}

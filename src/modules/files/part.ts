import { actorOf, type Caller } from '../../http/request'
import { minute, second } from '../../lib/clock'
import type { Part } from './uploads'

/** Enough for 10 MB through a slow line. */
const patience = 5 * minute

interface Server {
  timeout(request: Request, seconds: number): void
}

/** A part of an upload as a request brings it. The body stays a stream. */
export function partOf(request: Request, server: Server | null, offset: number): Part {
  server?.timeout(request, patience / second)
  const announced = request.headers.get('content-length')
  return { offset, body: request.body, announced: announced === null ? null : Number(announced) }
}

/** Whose upload it is: a person, a program or a technician. */
export function uploaderOf(caller: Caller): string {
  const actor = actorOf(caller)
  return typeof actor === 'string' ? actor : actor.id
}

import type { z } from 'zod'
import { Refusal, upstream } from '../lib/errors'
import { askForJson, below } from './upstream-json'

/** A REST interface that takes a token of ours. */
export interface RestService {
  /** In the words of an error message. */
  who: string
  url: string
  token: string | undefined
  /** Where an operator would look when the token is refused. */
  tokenVariable: string
  headers?: Record<string, string>
}

interface RestQuestion<T> {
  path: string
  query?: Record<string, string>
  answer: z.ZodType<T>
  signal: AbortSignal
}

/** One question. Whatever goes wrong ends as a refusal that names who failed. */
export async function askRest<T>(service: RestService, question: RestQuestion<T>): Promise<T> {
  const { who, url, token, headers } = service
  const { status, body } = await askForJson({
    who,
    url: below(url, question.path, question.query),
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    signal: question.signal,
  })
  if (status === 401 || status === 403)
    throw new Refusal('upstream', `${who} refused us. Check ${service.tokenVariable}.`, undefined, {
      cause: new Error(`${who} answered ${status}`),
    })
  const read = question.answer.safeParse(body)
  if (status !== 200 || !read.success)
    throw upstream(who, new Error(`${who} answered ${status} in another form`))
  return read.data
}

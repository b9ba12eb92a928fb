import { invalid } from '../lib/errors'
import { readCapped } from './body'

const usualLimit = 16 * 1024

/** The fields of a form as a browser sends it. Only pages take forms: the interface speaks JSON. */
export async function readForm(request: Request, limit = usualLimit): Promise<URLSearchParams> {
  const bytes = await readCapped(request, limit)
  if (bytes === null) throw invalid('The form is too large')
  return new URLSearchParams(new TextDecoder().decode(bytes))
}

/** After a form, so that going back or reloading sends nothing twice. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } })

import type { Answer, CallOptions, TestApp } from './app'

/** The same calls as `world.call`, over a real socket. */
export function listen(world: TestApp) {
  const { server } = world.app.listen({ port: 0, hostname: '127.0.0.1' })
  const url = `http://127.0.0.1:${server!.port}`
  return {
    url,
    async call(
      method: string,
      path: string,
      { body, token, headers = {}, from }: CallOptions = {},
    ): Promise<Answer> {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(from === undefined ? {} : { 'x-forwarded-for': from }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: text.startsWith('{') ? JSON.parse(text) : undefined,
      }
    },
    stop: () => server!.stop(true),
  }
}

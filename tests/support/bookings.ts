/** Books over a real socket until the service is gone, every request from its own address. */
export async function bookUntilGone(url: string, client: number, acknowledged: string[]): Promise<void> {
  for (let count = 0; ; count++) {
    const answer = await bookOnce(url, client, count).catch(() => null)
    if (answer === null) return
    if (answer.status !== 201) throw new Error(`Unexpected answer ${answer.status}: ${await answer.text()}`)
    const body = (await answer.json().catch(() => null)) as { data: { job: { id: string } } } | null
    if (body === null) return
    acknowledged.push(body.data.job.id)
  }
}

export function bookOnce(
  url: string,
  client: number,
  count: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/jobs/create`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': `2001:${(client + 1).toString(16)}:${count.toString(16)}::1`,
      ...headers,
    },
    body: JSON.stringify({
      customerName: `Client ${client}`,
      customerEmail: `client-${client}-${count}@example.com`,
      address: '1420 Larimer St, Denver, CO 80202',
      type: 'Gutter cleaning',
      price: 100,
    }),
  })
}

const names: Record<string, string> = {
  payments: 'payments',
  email: 'email',
  sms: 'text messages',
  geocoder: 'addresses',
  routing: 'drive times',
  codehost: 'code host',
  hosting: 'hosting',
}

const oneThing = new Set(['email', 'codehost', 'hosting'])

/** Says openly what is not real. Nothing when everything is. */
export function DemoBanner({ demo }: { demo: string[] }) {
  if (demo.length === 0) return null
  return (
    <p class="demo-banner" role="note">
      <strong>Demo mode:</strong> {listed(demo.map((name) => names[name] ?? name))}{' '}
      {demo.length === 1 && oneThing.has(demo[0]!) ? 'is' : 'are'} simulated.
      {demo.includes('payments') && ' No card is charged.'}
    </p>
  )
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

import type { Socket } from 'bun'

interface Conversation {
  pending: string
  inData: boolean
  data: string
  to: string
}

/** The answer instead of the usual one: a line, `silence`, or `hang up`. */
type Script = (command: string, times: number, line: string) => string | undefined

/** A real SMTP conversation on loopback, as far as a sender needs one. */
export function startSmtp(script: Script = () => undefined) {
  const messages: { to: string; source: string }[] = []
  const commands: string[] = []
  const heard = new Map<string, number>()
  let connections = 0

  const say = (socket: Socket<Conversation>, verb: string, usual: string, said = verb) => {
    const times = (heard.get(verb) ?? 0) + 1
    heard.set(verb, times)
    const line = script(verb, times, said) ?? usual
    if (line === 'hang up') socket.end()
    else if (line !== 'silence') socket.write(`${line}\r\n`)
    return line
  }

  const server = Bun.listen<Conversation>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        connections++
        socket.data = { pending: '', inData: false, data: '', to: '' }
        say(socket, 'CONNECT', '220 stub ready')
      },
      data(socket, bytes) {
        const talk = socket.data
        talk.pending += bytes.toString()
        for (let end = talk.pending.indexOf('\r\n'); end !== -1; end = talk.pending.indexOf('\r\n')) {
          const line = talk.pending.slice(0, end)
          talk.pending = talk.pending.slice(end + 2)
          if (talk.inData) takeLine(socket, line)
          else answer(socket, line)
        }
      },
    },
  })

  function answer(socket: Socket<Conversation>, line: string) {
    commands.push(line)
    const verb = line.split(/[ :]/)[0]!.toUpperCase()
    if (verb === 'EHLO') say(socket, verb, '250-stub\r\n250 8BITMIME')
    else if (verb === 'QUIT') say(socket, verb, '221 bye')
    else if (verb === 'DATA') {
      const said = say(socket, verb, '354 go on')
      socket.data.inData = said.startsWith('354')
    } else {
      if (verb === 'RCPT') socket.data.to = /<(.*)>/.exec(line)?.[1] ?? ''
      say(socket, verb, '250 ok', line)
    }
  }

  function takeLine(socket: Socket<Conversation>, line: string) {
    const talk = socket.data
    if (line !== '.') {
      talk.data += `${line}\r\n`
      return
    }
    talk.inData = false
    if (say(socket, 'MESSAGE', '250 queued').startsWith('250'))
      messages.push({ to: talk.to, source: talk.data })
    talk.data = ''
  }

  return {
    url: `smtp://127.0.0.1:${server.port}`,
    messages,
    commands,
    connections: () => connections,
    stop: () => server.stop(true),
  }
}

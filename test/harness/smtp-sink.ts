import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail as it arrived: its envelope, its headers by small letters, its text with plain line ends. */
interface ReceivedMail {
  from: string
  to: string[]
  headers: Record<string, string>
  text: string
}

/** A mail server that keeps what it is sent; it refuses addresses that begin with `nobody`, and offers no encryption. */
export interface SmtpSink {
  /** Host and port, as they stand in an URL. */
  place: string
  received: ReceivedMail[]
  /** Every line that clients sent, the mails' own too. */
  heard: string[]
  close(): Promise<void>
}

/** On a port of this machine that was free. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const received: ReceivedMail[] = []
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    void converse(socket, received, heard)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    place: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    heard,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

async function converse(socket: Socket, received: ReceivedMail[], heard: string[]): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let envelope = { from: '', to: [] as string[] }
  let body: string[] | null = null
  say('220 sink')
  for await (const line of createInterface({ input: socket })) {
    heard.push(line)
    if (body) {
      if (line !== '.') {
        body.push(line.replace(/^\./, ''))
        continue
      }
      received.push({ ...envelope, ...readMail(body) })
      body = null
      envelope = { from: '', to: [] }
      say('250 kept')
      continue
    }
    const address = /<(.*)>/.exec(line)?.[1] ?? ''
    if (/^MAIL/i.test(line)) envelope.from = address
    if (/^RCPT/i.test(line)) {
      if (address.startsWith('nobody')) {
        say('550 no such person')
        continue
      }
      envelope.to.push(address)
    }
    if (/^DATA/i.test(line)) body = []
    if (/^(STARTTLS|AUTH)/i.test(line)) say('502 not here')
    else say(body ? '354 go on' : '250 well')
  }
}

function readMail(lines: string[]): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = lines.indexOf('')
  const headers = lines
    .slice(0, end)
    .map((line) => /^([\w-]+): (.*)$/.exec(line))
    .flatMap((match) => (match ? [[(match[1] ?? '').toLowerCase(), match[2] ?? '']] : []))
  return {
    headers: Object.fromEntries(headers),
    text: lines
      .slice(end + 1)
      .join('\n')
      .trimEnd(),
  }
}

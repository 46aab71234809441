import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection to the service that asks for one address again and again. */
export interface PlainAsking {
  /** Asks once; the bytes of the body. */
  ask(): Promise<number>
  close(): void
}

/**
 * Opens a connection on which the bytes of answers are only counted: a client that takes HTTP apart with care would need more of the
 * machine than the service beside it. Every answer must be a 200 that says its length.
 */
export async function openAsking(address: URL, token: string): Promise<PlainAsking> {
  const socket = connect(Number(address.port), address.hostname)
  await once(socket, 'connect')
  const request = `GET ${address.pathname}${address.search} HTTP/1.1\r\nHost: ${address.host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const counter = new AnswerCounter()
  let waiting: PromiseWithResolvers<number> | null = null
  socket.on('data', (bytes: Buffer) => {
    try {
      const length = counter.count(bytes)
      if (length !== null) waiting?.resolve(length)
    } catch (error) {
      waiting?.reject(error)
    }
  })
  socket.on('close', () =>
    waiting?.reject(new Error(`The service closed the connection of ${address.pathname}.`)),
  )
  return {
    ask() {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/** Counts the bytes of answers that follow each other on one connection. */
class AnswerCounter {
  #head = ''
  #length = 0
  /** Bytes of the body that are to come; null while its head is not whole. */
  #left: number | null = null

  /** The length of the body once it is whole; null before. */
  count(bytes: Buffer): number | null {
    if (this.#left === null) {
      this.#head += bytes.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return null
      this.#length = lengthIn(this.#head.slice(0, end))
      this.#left = this.#length - (this.#head.length - end - 4)
      this.#head = ''
    } else this.#left -= bytes.length
    if (this.#left > 0) return null
    this.#left = null
    return this.#length
  }
}

function lengthIn(head: string): number {
  const [, length] = /^HTTP\/1\.1 200 [^]*^content-length: (\d+)/im.exec(head) ?? []
  if (length === undefined) throw new Error(`The service answered:\n${head}`)
  return Number(length)
}

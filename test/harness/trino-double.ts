import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { HttpDouble } from './http-double.ts'

/** What a statement is answered with; a statement without one has the row `1`. */
interface Prepared {
  /** The types of the columns, which are called a, b, c... */
  columns: string[]
  /** The JSON of the rows of each page; `hang up` ends the connection in its place, and `endless` are empty pages until the end is asked for. */
  pages: string[] | 'endless'
  /** Stands on the last page. */
  error?: { message: string; errorType: string; errorName: string }
  /** So many requests are answered with 503 first. */
  busy?: number
  /** What those answers ask for, as the header Retry-After says it (default: nothing). */
  retryAfter?: string
  /** What takes the place of an answer. */
  instead?: { status: number; headers?: OutgoingHttpHeaders; body: string }
  /** Called for each page. */
  onPage?: () => void
}

const usual: Prepared = { columns: ['integer'], pages: ['[[1]]'] }
const cancelled = { message: 'Query was canceled', errorType: 'USER_ERROR', errorName: 'USER_CANCELED' }

/** A server that speaks the client protocol of Trino in clear and answers with what it was given. */
export class TrinoDouble extends HttpDouble {
  /** The statements that came, in their order. */
  readonly requests: { headers: IncomingHttpHeaders; body: string }[] = []
  /** True: what comes is read, and the connection ended in place of an answer. */
  isLost = false
  /** True: what comes is read, and nothing is answered. */
  isMute = false
  /** Called for each request that is answered with 503. */
  onBusy = (): void => undefined
  /** The paths by which an end was asked for. */
  readonly ended: string[] = []
  /** The address of the last page that was named. */
  address = ''
  readonly #prepared = new Map<string, Prepared>()
  readonly #running: Prepared[] = []

  answers(sql: string, prepared: Prepared): void {
    this.#prepared.set(sql, prepared)
  }

  /** Forgets what was asked, not what is answered. */
  forget(): void {
    this.requests.length = 0
    this.ended.length = 0
    this.onBusy = () => undefined
  }

  protected override async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    if (this.isMute) return
    const [, query, page] = /^\/v1\/statement\/(\d+)\/(\d+)$/.exec(request.url ?? '') ?? []
    if (request.method === 'DELETE') {
      this.ended.push(request.url ?? '')
      response.writeHead(204).end()
      return
    }
    if (query !== undefined) {
      this.#page(response, Number(query), Number(page))
      return
    }
    const prepared = this.#prepared.get(body) ?? usual
    if (prepared.busy) {
      prepared.busy -= 1
      this.onBusy()
      response.writeHead(503, prepared.retryAfter ? { 'Retry-After': prepared.retryAfter } : {}).end()
      return
    }
    this.requests.push({ headers: request.headers, body })
    if (this.isLost) {
      response.destroy()
      return
    }
    if (prepared.instead) {
      const { status, headers = {}, body } = prepared.instead
      response.writeHead(status, headers).end(body)
      return
    }
    this.#running.push(prepared)
    this.#page(response, this.#running.length - 1, -1)
  }

  /** The page -1 says only where the first one is, as a server does while it plans. */
  #page(response: ServerResponse, query: number, page: number): void {
    const { columns, pages, error, onPage } = this.#running[query] ?? usual
    const isEnded = this.ended.some((path) => path.startsWith(`/v1/statement/${query}/`))
    const rows = pages === 'endless' || page < 0 ? '[]' : pages[page]
    if (page >= 0) onPage?.()
    if (rows === 'hang up') {
      response.destroy()
      return
    }
    const isLast = isEnded || (pages !== 'endless' && page === pages.length - 1)
    const failure = isEnded ? cancelled : isLast ? error : undefined
    this.address = `http://elsewhere.invalid:1/v1/statement/${query}/${page + 1}`
    const members = [
      `"id": "query ${query}"`,
      ...(isLast ? [] : [`"nextUri": ${JSON.stringify(this.address)}`]),
      ...(page < 0
        ? []
        : [
            `"columns": ${JSON.stringify(columns.map((type, index) => ({ name: String.fromCharCode(97 + index), type })))}`,
          ]),
      ...(rows === '[]' ? [] : [`"data": ${rows}`]),
      ...(failure ? [`"error": ${JSON.stringify(failure)}`] : []),
    ]
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{${members.join(', ')}}`)
  }
}

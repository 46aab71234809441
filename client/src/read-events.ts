/** One server-sent event. */
export interface ServerEvent {
  /** `message` when the server named none. */
  kind: string
  /** Empty when the server gave none. */
  id: string
  data: string
}

/** The events of an answer, each once it is whole; comments are left out. */
export async function* readEvents(answer: Response): AsyncGenerator<ServerEvent> {
  if (!answer.body) return
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let buffered = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffered += value
      const blocks = buffered.split(/\r?\n\r?\n/)
      buffered = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Null for a block without data. */
function eventOf(block: string): ServerEvent | null {
  const lines = block.split(/\r?\n/)
  const values = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
  const data = values('data')
  if (data.length === 0) return null
  return { kind: values('event').at(-1) ?? 'message', id: values('id').at(-1) ?? '', data: data.join('\n') }
}

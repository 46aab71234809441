/** How long a stream that was refused is left alone, milliseconds: doubled at each refusal, at most the second. */
const firstPause = 2_000
const longestPause = 30_000

/** What is told by a stream. */
type Listeners = Readonly<Record<string, (event: MessageEvent<string>) => void>>

/**
 * Listens to a stream of events until the result is called. The browser makes a broken connection again by itself, but gives
 * up after an answer that is no stream, such as that of a proxy whose service restarts; then it is opened anew here.
 */
export function listen(address: string, listeners: Listeners): () => void {
  let stream: EventSource | null = null
  let waiting: ReturnType<typeof setTimeout> | null = null
  let pause = firstPause
  const open = () => {
    waiting = null
    stream = new EventSource(address)
    for (const [event, listener] of Object.entries(listeners))
      stream.addEventListener(event, listener as (event: Event) => void)
    stream.addEventListener('open', () => (pause = firstPause))
    stream.addEventListener('error', () => {
      if (stream?.readyState !== EventSource.CLOSED || waiting !== null) return
      waiting = setTimeout(open, pause)
      pause = Math.min(longestPause, pause * 2)
    })
  }
  open()
  return () => {
    stream?.close()
    stream = null
    if (waiting !== null) clearTimeout(waiting)
  }
}

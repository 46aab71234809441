/** The parts of this process: started in order, stopped in the reverse order, whatever makes it end. */
export interface Lifecycle {
  /** Starts a part and remembers how to stop it. While the process ends, nothing more is started. */
  start<Result>(begin: () => Promise<Result>, stop: (part: Result) => Promise<void>): Promise<Result>
  /** Ends the process: null in good order (exit code 0), else with a sentence on standard error (exit code 1). */
  end(sentence: string | null): Promise<void>
}

/** A terminal and `npm` both pass one Ctrl-C on; a signal this soon after the first is the same wish, milliseconds. */
const echoMilliseconds = 1000

/** A part that has not stopped after so long is not waited for any longer, milliseconds. */
const stopMilliseconds = 45_000

/** Also ends the process by SIGINT, SIGTERM and SIGHUP; a second one does not wait for work in hand. */
export function createLifecycle(): Lifecycle {
  const stops: (() => Promise<void>)[] = []
  let starting: Promise<unknown> = Promise.resolve()
  let ending: Promise<void> | null = null

  const stopAll = async (sentence: string | null) => {
    if (sentence !== null) process.stderr.write(`${sentence}\n`)
    let code = sentence === null ? 0 : 1
    // A part that is being started is stopped too, so the end of its start is awaited, good or bad.
    await starting.catch(() => undefined)
    for (const stop of stops.toReversed()) {
      try {
        await inTime(stop())
      } catch (error) {
        code = 1
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      }
    }
    process.exit(code)
  }
  const lifecycle: Lifecycle = {
    async start(begin, stop) {
      if (ending) await never()
      const begun = begin().then((part) => {
        stops.push(() => stop(part))
        return part
      })
      starting = begun
      const part = await begun
      if (ending) await never()
      return part
    },
    end: (sentence) => (ending ??= stopAll(sentence)),
  }
  endBySignals(() => void lifecycle.end(null))
  return lifecycle
}

/** `end` at the first signal; at a later one, which is no echo of it, the process ends at once. */
function endBySignals(end: () => void): void {
  let asked = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const now = performance.now()
      if (asked === 0) {
        asked = now
        end()
      } else if (now - asked > echoMilliseconds) {
        process.stderr.write('Stopped at once, without waiting for work in hand.\n')
        process.exit(1)
      }
    })
  }
}

async function inTime(stopping: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const sentence = `A part of the service did not stop within ${stopMilliseconds / 1000} seconds; it is not waited for.`
  const timer = setTimeout(() => reject(new Error(sentence)), stopMilliseconds)
  await Promise.race([stopping, late]).finally(() => clearTimeout(timer))
}

/** The process ends while this waits: whoever started a part has nothing more to do. */
const never = () => Promise.withResolvers<never>().promise

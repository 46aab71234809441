import { setTimeout as pause } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** So often a request is sent at most, with a longer pause before each. */
const mostTries = 5
const pauseMs = 300
/** However long a server asks to be left alone, it is asked again after so long. */
const longestPauseMs = 30_000

/** How a request is sent. */
interface Repeated<Answer> {
  /** The answer; `tries` is 1 for the first. */
  send(tries: number): Promise<Answer>
  /** True for an error after which the request is sent again. */
  mayPass(error: unknown): boolean
}

/** How a request is sent of which only answers of one form are taken: `send` gives the body. */
interface RepeatedRequest<Schema extends TSchema> extends Repeated<unknown> {
  schema: Schema
  /** Whose answer it is, as an error says it. */
  title: string
}

/** The milliseconds before a request is sent again that has failed so often: an error may say in `retryAfter` for how many seconds the server asks to be left alone. */
export function pauseAfter(error: unknown, failures: number): number {
  const asked =
    error instanceof Error && 'retryAfter' in error && typeof error.retryAfter === 'number'
      ? error.retryAfter * 1000
      : 0
  return Math.min(Math.max(asked, failures * pauseMs), longestPauseMs)
}

/** Schemas are few and live as long as the process; compiling one costs more than a short answer does. */
const compiled = new WeakMap<TSchema, Validator>()

function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  let validator = compiled.get(schema)
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)))
  return validator.Check(value)
}

/** The answer to a request, sent again while its errors may pass, after the pause that the server asks for. Throws the last of them when the signal ends a pause. */
export async function repeated<Answer>(
  { send, mayPass }: Repeated<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await send(tries)
    } catch (error) {
      if (!mayPass(error) || tries === mostTries) throw error
      await pause(pauseAfter(error, tries), undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}

/** The same for an answer of one form. Throws an Error for one of another. */
export const askRepeatedly = <Schema extends TSchema>(
  { schema, title, send, mayPass }: RepeatedRequest<Schema>,
  signal: AbortSignal,
): Promise<Static<Schema>> =>
  repeated(
    {
      async send(tries) {
        const value = await send(tries)
        if (!fits(schema, value)) throw new Error(`its answer is not that of ${title}`)
        return value
      },
      mayPass,
    },
    signal,
  )

import { setTimeout as pause } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

/** So often a request is sent at most, with a longer pause before each. */
const mostTries = 5
const pauseMs = 300
/** However long a server asks to be left alone, it is asked again after so long. */
const longestPauseMs = 30_000

/** How a request is sent of which only answers of one form are taken. */
interface RepeatedRequest<Schema extends TSchema> {
  schema: Schema
  /** Whose answer it is, as an error says it. */
  title: string
  /** The body of an answer; `tries` is 1 for the first. */
  send(tries: number): Promise<unknown>
  /** True for an error after which the request is sent again. */
  mayPass(error: unknown): boolean
  /** For how long the server asks to be left alone after such an error, milliseconds; null (default): it does not say. */
  askedPause?(error: unknown): number | null
}

/** Schemas are few and live as long as the process; compiling one costs more than a short answer does. */
const compiled = new WeakMap<TSchema, Validator>()

function fits<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  let validator = compiled.get(schema)
  if (validator === undefined) compiled.set(schema, (validator = Compile(schema)))
  return validator.Check(value)
}

/** The answer to a request, sent again while its errors may pass. Throws the last of them, and an Error for an answer of another form. */
export async function askRepeatedly<Schema extends TSchema>(
  { schema, title, send, mayPass, askedPause }: RepeatedRequest<Schema>,
  signal: AbortSignal,
): Promise<Static<Schema>> {
  for (let tries = 1; ; tries++) {
    try {
      const value = await send(tries)
      if (!fits(schema, value)) throw new Error(`its answer is not that of ${title}`)
      return value
    } catch (error) {
      if (!mayPass(error) || tries === mostTries) throw error
      const asLongAs = askedPause?.(error) ?? tries * pauseMs
      await pause(Math.min(asLongAs, longestPauseMs), undefined, { signal })
    }
  }
}

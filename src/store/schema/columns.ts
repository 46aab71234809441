import type { JSONColumnType } from 'kysely'

/** An object in a jsonb column; written as JSON text. */
export type Json<Value extends object> = JSONColumnType<Value, string, string>

/** The same where there may be none. */
export type NullableJson<Value extends object = Record<string, unknown>> = JSONColumnType<
  Value | null,
  string | null,
  string | null
>

/** ISO 8601 in UTC with milliseconds and `Z`, as pool.ts reads it. */
export type Time = string

import { maskedValue } from './masked.ts'

declare const content: unique symbol

/**
 * A value of a source in the service's keeping. The compiler takes it for a symbol: it cannot stand in a template string or a
 * sum, nor where a text, a number or a cell is wanted. Whatever prints it all the same prints `***MASKED***`.
 */
export type Held<Value> = symbol & { readonly [content]: Value }

class Holder {
  readonly #value: unknown

  constructor(value: unknown) {
    this.#value = value
  }

  static valueOf(held: unknown): unknown {
    if (held instanceof Holder) return held.#value
    throw new Error('This value was not held.')
  }

  toJSON(): string {
    return maskedValue
  }

  toString(): string {
    return maskedValue
  }

  [Symbol.toPrimitive](): string {
    return maskedValue
  }

  /** For `console` and the messages of failed assertions. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return maskedValue
  }

  /** Asked by the driver of the state's database, which would write the mask in the place of the value. */
  toPostgres(): never {
    throw new Error('A held value must be opened before it is stored.')
  }
}

/** Takes a value into keeping. */
export function hold<Value>(value: Value): Held<Value> {
  // The type is another than that of the object on purpose: no compiler lets a symbol become a text unnoticed.
  return new Holder(value) as unknown as Held<Value>
}

/** The value itself. Only what computes with values, stores them or decides who sees them may ask; the layers name these rooms. */
export function opened<Value>(held: Held<Value>): Value {
  return Holder.valueOf(held) as Value
}

import { useSyncExternalStore } from 'react'

/** A value of the page that anything may change and any part may show. */
export interface SharedValue<Value> {
  get(): Value
  put(value: Value): void
  /** The present value, in a part of the page that is drawn again when it changes. */
  use(): Value
}

/** A shared value that begins as `value`. */
export function sharedValue<Value>(value: Value): SharedValue<Value> {
  const listeners = new Set<() => void>()
  const get = () => value
  const listen = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    put(next) {
      value = next
      for (const listener of listeners) listener()
    },
    use: () => useSyncExternalStore(listen, get),
  }
}

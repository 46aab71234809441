import { useEffect, useState } from 'react'

/** A value as it was last when it had not changed for `pause` milliseconds; to ask about it without a request for each key. */
export function useSettled(value: string, pause: number): string {
  const [settled, settle] = useState(value)
  useEffect(() => {
    if (value === settled) return undefined
    const timer = setTimeout(() => settle(value), pause)
    return () => clearTimeout(timer)
  }, [value, settled, pause])
  return settled
}

import { useSyncExternalStore } from 'react'

/** A check whose last verdict somebody wants explained. */
interface Asked {
  id: number
  title: string
}

let asked: Asked | null = null
const listeners = new Set<() => void>()

/** Opens the sheet that says how a check was judged last. */
export function showEvidence({
  id,
  description,
  rule_type,
}: {
  id: number
  description: string
  rule_type: string
}): void {
  put({ id, title: description || rule_type })
}

/** Closes the sheet. */
export function closeEvidence(): void {
  put(null)
}

/** The check that the sheet is about; null: it is closed. */
export function useEvidence(): Asked | null {
  return useSyncExternalStore(listen, () => asked)
}

function put(now: Asked | null): void {
  asked = now
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

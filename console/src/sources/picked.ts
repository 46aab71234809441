import { useState } from 'react'

/** What the line of a chooser says is chosen (null: nothing is), whose name is known before it is read where it was found there; `name` undefined: not read yet. */
export function usePicked(
  id: number | null,
  name: string | undefined,
  error: Error | null,
): { chosen: string | null; pick: (id: number | null, name: string) => void } {
  const [picked, setPicked] = useState<{ id: number | null; name: string } | null>(null)
  const known = name ?? (picked?.id === id ? picked?.name : undefined)
  return {
    chosen: id === null ? null : (known ?? (error ? String(id) : '…')),
    pick: (id, name) => setPicked({ id, name }),
  }
}

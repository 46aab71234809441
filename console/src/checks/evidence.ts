import { sharedValue } from '../kit/shared-value.ts'

/** A check whose last verdict somebody wants explained. */
interface Asked {
  id: number
  title: string
}

const asked = sharedValue<Asked | null>(null)

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
  asked.put({ id, title: description || rule_type })
}

/** Closes the sheet. */
export function closeEvidence(): void {
  asked.put(null)
}

/** The check that the sheet is about; null: it is closed. */
export function useEvidence(): Asked | null {
  return asked.use()
}

import { Button } from './button.tsx'

/** A list that is asked for to choose from. */
export interface Reading {
  /** Undefined: it has not come yet. */
  data: unknown
  error: Error | null
  refetch: () => unknown
}

/** Says why what could be chosen did not come, and asks for it again; nothing where it came, or is on its way. */
export function NotRead({ of: { data, error, refetch } }: { of: Reading }) {
  if (data !== undefined || error === null) return null
  return (
    <div role="alert" className="row">
      <span className="problem">What can be chosen could not be read: {error.message}</span>
      <Button onClick={() => void refetch()}>Try again</Button>
    </div>
  )
}

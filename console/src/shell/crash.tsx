import type { ErrorComponentProps } from '@tanstack/react-router'
import { Failure } from '../kit/failure.tsx'

/** In the place of a page that could not be shown; the rail stays. */
export function Crash({ error, reset }: ErrorComponentProps) {
  return <Failure error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
}

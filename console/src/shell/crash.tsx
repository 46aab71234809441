import type { ErrorComponentProps } from '@tanstack/react-router'
import { Failure } from '../kit/failure.tsx'
import { NotLoaded, PageNotLoaded } from './not-loaded.tsx'

/** In the place of a page that could not be shown; the rail stays. */
export function Crash({ error, reset }: ErrorComponentProps) {
  if (error instanceof NotLoaded) return <PageNotLoaded error={error} />
  return <Failure error={error instanceof Error ? error : new Error(String(error))} retry={reset} />
}

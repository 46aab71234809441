import { useEffect, useRef } from 'react'
import { Refusal } from '../api/refusal.ts'
import { Button } from './button.tsx'
import { copyText } from './copy.ts'

/** What went wrong, in the words of the service, and what to do about it. In a form it comes into sight: its end may be far below. */
export function Failure({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  const code = error instanceof Refusal ? error.code : 'unexpected'
  const sentence =
    error instanceof Refusal
      ? error.message
      : 'This part of the console failed. Try again, or report what it says below.'
  const copy = () => void copyText(`${code}: ${error.message}\n${location.href}`, 'What failed is copied.')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current?.closest('form')) place.current.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div className="failure" role="alert" ref={place}>
      <p className="problem">{sentence}</p>
      <p className="muted">
        Code <code>{code}</code>
        {!(error instanceof Refusal) && <>: {error.message}</>}
      </p>
      <div className="row">
        {retry && <Button onClick={retry}>Try again</Button>}
        <Button onClick={copy}>Copy</Button>
      </div>
    </div>
  )
}

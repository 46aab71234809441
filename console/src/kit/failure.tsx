import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Refusal, sentenceOf } from '../api/refusal.ts'
import { Button } from './button.tsx'
import { copyText } from './copy.ts'
import { wrongLine } from './wrong-line.ts'

/**
 * What went wrong, in the words of the service, and what to do about it. A member that is wrong is called as the line of the page that says
 * so is. In a form it comes into sight: its end may be far below.
 */
export function Failure({ error, retry }: { error: Error; retry?: (() => void) | undefined }) {
  const code = error instanceof Refusal ? error.code : 'unexpected'
  const copy = () => void copyText(`${code}: ${error.message}\n${location.href}`, 'What failed is copied.')
  const place = useRef<HTMLDivElement>(null)
  const [sentence, setSentence] = useState(() => wordsOf(error))
  // The lines of the page have been drawn with it.
  useLayoutEffect(
    () => setSentence(wordsOf(error, place.current?.closest('form, dialog, [role=dialog], main'))),
    [error],
  )
  useEffect(() => {
    if (place.current?.closest('form')) place.current.scrollIntoView({ block: 'nearest' })
  }, [error])
  return (
    <div className="failure" role="alert" ref={place}>
      <p className="problem">{sentence}</p>
      {/* The word of the API for a refusal says less than the sentence, and is copied with it. */}
      {!(error instanceof Refusal) && <p className="muted">{error.message}</p>}
      <div className="row">
        {retry && <Button onClick={retry}>Try again</Button>}
        <Button onClick={copy}>Copy</Button>
      </div>
    </div>
  )
}

/** What the service said; members are called as the lines around are that say what is wrong with them. */
function wordsOf(error: Error, around?: Element | null): string {
  if (!(error instanceof Refusal))
    return 'This part of the console failed. Try again, or report what it says below.'
  if (!around || error.members.length === 0) return error.message
  return error.members
    .map((member) => sentenceOf(member, wrongLine(around, member.msg) ?? undefined))
    .join('\n')
}

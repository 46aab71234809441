import { useEffect, useRef } from 'react'
import { unfold } from './unfold.ts'

/** What is wrong with what stands above it, the line with this id, which names it as its description; nothing for null. A folded part that it stands in unfolds. */
export function Problem({ id, problem }: { id?: string; problem: string | null }) {
  const sentence = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (problem !== null && sentence.current) unfold(sentence.current)
  }, [problem])
  if (problem === null) return null
  return (
    <p id={id === undefined ? undefined : `${id}-problem`} ref={sentence} className="problem">
      {problem}
    </p>
  )
}

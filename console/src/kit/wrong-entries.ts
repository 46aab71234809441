import { createContext, useContext, useState, type FormEvent } from 'react'
import { unfold } from './unfold.ts'

type Entry = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What the browser finds wrong with lines of the form around, in a sentence each; by the ids of the lines. */
export const WrongEntries = createContext<ReadonlyMap<string, string>>(new Map())

/** What is to be said below this line: what the service found wrong with it, or else the browser; null: nothing is known to be. */
export function useProblem(id: string, told: string | null): string | null {
  const found = useContext(WrongEntries).get(id) ?? null
  return told ?? found
}

/** Collects what the browser finds wrong, for a form that says so below its lines: its own bubbles go away by themselves, and speak the language of the browser. */
export function useWrongEntries() {
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map())
  return {
    wrong,
    noticeInvalid(event: FormEvent<HTMLFormElement>) {
      const { target } = event
      if (!isEntry(target)) return
      event.preventDefault()
      // The browser looks only at what is seen, and would send nothing without a word.
      unfold(target)
      const isFirst = target === event.currentTarget.querySelector(':is(input, select, textarea):invalid')
      setWrong((before) => new Map(isFirst ? [] : before).set(target.id, sentenceOf(target)))
      if (isFirst) target.focus()
    },
    forget: () => setWrong(new Map()),
    /** What was found wrong with a line was about what stood there before. */
    noticeInput({ target }: FormEvent<HTMLFormElement>) {
      if (!isEntry(target) || !wrong.has(target.id)) return
      setWrong(new Map([...wrong].filter(([id]) => id !== target.id)))
    },
  }
}

function isEntry(target: EventTarget): target is Entry {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  )
}

/** A line whose form is described has the description as its title. */
function sentenceOf(entry: Entry): string {
  const { valueMissing, patternMismatch } = entry.validity
  if (valueMissing) return 'Fill this in.'
  return patternMismatch && entry.title !== '' ? entry.title : entry.validationMessage
}

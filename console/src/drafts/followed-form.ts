import { useRef, useState } from 'react'
import type { Endpoints } from '../api/api.generated.ts'
import { answers, reading, useAnswer } from '../api/answers.ts'
import type { Given, Reading } from '../api/ask.ts'
import { isOther } from '../kit/unsaved-input.ts'
import { merged } from './merged.ts'

/** A form of something that is kept, and that others may change while the form is open. */
export interface FollowedForm<Draft, Kept> {
  /** What stands in it. */
  draft: Draft
  /** What would stand in it if nothing were written: what is kept. */
  base: Draft
  put: (part: Partial<Draft>) => void
  /** How far somebody else has come between; null: nobody has. */
  overtaken: Overtaken | null
  /**
   * Has `act` save it, unless somebody else has changed it since it was read: then the form follows that first, to be looked at. `act` is
   * given what is kept now; null: that could not be read, or there is none yet.
   */
  save: (act: (kept: Kept | null) => void) => void
  /** The form goes on with what was saved by it. */
  goOn: (saved: Draft) => void
}

/** `held`: what was written was to be saved, and is not yet. */
export type Overtaken = 'followed' | 'held'

/** How often what a form is about is read again while it is open, milliseconds. */
const pause = 20_000

/** Where what a form is about is read, and how it stands in the form; `known`: as the page has read it; null: it is to be made. */
interface About<Name extends Reading, Draft> {
  name: Name
  given: Given<Name>
  known: Endpoints[Name]['answer'] | null
  draftOf: (kept: Endpoints[Name]['answer']) => Draft
  /** What stands in the form at first (default: what is kept). */
  start?: Draft
  /** How what is written and what others changed come together, where that is more than `merged`. */
  merge?: (mine: Draft, base: Draft, theirs: Draft) => Draft
}

/** A form that follows what it is about: what others change is taken over, but for what is written in it. */
export function useFollowedForm<Name extends Reading, Draft extends object>(
  about: About<Name, Draft> & ({ start: Draft } | { known: Endpoints[Name]['answer'] }),
): FollowedForm<Draft, Endpoints[Name]['answer']> {
  const { name, given, known, draftOf, merge = merged } = about
  const { data } = useAnswer(name, given, { enabled: known !== null, every: pause })
  const kept = known === null ? null : (data ?? known)
  const theirs = kept === null ? null : draftOf(kept)
  const [{ draft, base, overtaken }, set] = useState<FormState<Draft>>(() => {
    const start = about.start ?? (theirs as Draft)
    return { draft: start, base: theirs ?? start, overtaken: null }
  })
  const isSaving = useRef(false)
  if (theirs !== null && isOther(theirs, base)) {
    // What this form itself has just saved says nothing else than is written in it.
    const isNews = isOther(merge(theirs, base, draft), draft)
    const now = isNews ? (overtaken ?? 'followed') : overtaken
    set({ draft: merge(draft, base, theirs), base: theirs, overtaken: now })
  }
  const save = async (act: (kept: Endpoints[Name]['answer'] | null) => void) => {
    if (isSaving.current) return
    isSaving.current = true
    try {
      // Why it could not be read the change will say, too.
      const now =
        known === null
          ? null
          : await answers.fetchQuery({ ...reading(name, given), staleTime: 0 }).catch(() => null)
      if (now !== null && isOther(draftOf(now), base)) set((form) => ({ ...form, overtaken: 'held' }))
      else act(now)
    } finally {
      isSaving.current = false
    }
  }
  return {
    draft,
    base,
    overtaken,
    put: (part) => set((form) => ({ ...form, draft: { ...form.draft, ...part } })),
    save: (act) => void save(act),
    goOn: (saved) =>
      set((form) => ({ draft: merge(form.draft, draft, saved), base: saved, overtaken: null })),
  }
}

interface FormState<Draft> {
  draft: Draft
  base: Draft
  overtaken: Overtaken | null
}

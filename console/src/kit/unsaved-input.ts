import { createContext, useContext, useEffect, useId, useState } from 'react'
import { sharedValue, type SharedValue } from './shared-value.ts'

/** The forms of a sheet, or of a page, in which something is written that is not saved; by id. */
export interface UnsavedForms extends SharedValue<ReadonlySet<string>> {
  /** How many sheets are open over it: a question under one could not be answered. */
  covers: SharedValue<number>
}

/** Where the forms of a sheet, or of a page, report what is not saved in them. */
export const UnsavedInput = createContext<UnsavedForms>(noForms())

/** What holds the forms of a new sheet or page. */
export function useUnsavedForms(): UnsavedForms {
  return useState(noForms)[0]
}

function noForms(): UnsavedForms {
  return { ...sharedValue<ReadonlySet<string>>(new Set()), covers: sharedValue(0) }
}

/** Has a sheet, while it is open, ask for what is under it too; whether something there is not saved. */
export function useCover(under: UnsavedForms): boolean {
  const { covers } = under
  useEffect(() => {
    covers.put(covers.get() + 1)
    return () => covers.put(covers.get() - 1)
  }, [covers])
  return under.use().size > 0
}

/**
 * Has the sheet or the page around ask before it is left while `written` is something else than is kept.
 * `kept`: what is saved (default: what was written at first).
 */
export function useUnsavedInput(written: object | undefined, kept?: object): void {
  const forms = useContext(UnsavedInput)
  const id = useId()
  const [first] = useState(written)
  const isUnsaved = isOther(written, kept ?? first)
  useEffect(() => {
    if (!isUnsaved) return
    forms.put(new Set([...forms.get(), id]))
    return () => forms.put(new Set([...forms.get()].filter((one) => one !== id)))
  }, [forms, id, isUnsaved])
}

/** Whether what is written differs from what is kept. */
export function isOther(written: object | undefined, kept: object | undefined): boolean {
  return JSON.stringify(written) !== JSON.stringify(kept)
}

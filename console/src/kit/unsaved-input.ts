import { createContext, useContext, useEffect, useState } from 'react'

/** Tells the sheet around a form whether something is written in it that is not saved. */
export const UnsavedInput = createContext<(isUnsaved: boolean) => void>(() => undefined)

/** Has the sheet around ask before it is closed while `written` is something else than at first. */
export function useUnsavedInput(written: object | undefined): void {
  const report = useContext(UnsavedInput)
  const text = JSON.stringify(written)
  const [first] = useState(text)
  const isOther = text !== first
  useEffect(() => {
    report(isOther)
    return () => report(false)
  }, [report, isOther])
}

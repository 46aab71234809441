import { useState, type ReactNode } from 'react'
import { Act } from './act.tsx'
import { Dialog } from './dialog.tsx'

/** An act that opens a sheet; `children` makes what is on it, and is given what closes it. */
export function Sheet({
  words,
  label,
  title,
  refused = null,
  children,
}: {
  /** The words of the button. */
  words: string
  /** Its name, where many on a page have the same words (default: the words). */
  label?: string
  /** The head of the sheet. */
  title: string
  /** Why it cannot be opened now; null: it can. */
  refused?: string | null
  children: (close: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Act words={words} label={label} refused={refused} act={() => setOpen(true)} />
      <Dialog title={title} isOpen={isOpen} close={close}>
        {children(close)}
      </Dialog>
    </>
  )
}

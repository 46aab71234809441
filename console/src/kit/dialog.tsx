import { useContext, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Dialog as Base, DialogDismiss, DialogHeading } from '@ariakit/react'
import { ActPlaceContext } from './act-place.ts'
import { Leaving, UnsavedQuestion } from './leaving.tsx'
import { UnsavedInput, useCover, useUnsavedForms, type UnsavedForms } from './unsaved-input.ts'

/**
 * A sheet over the page; Escape and a click beside it close it, after a question where something is written in it that is not saved.
 * The same is asked before the page under it is left. One without `close` stays while it is open.
 */
export function Dialog({
  title,
  isOpen,
  close,
  children,
}: {
  title: string
  isOpen: boolean
  close?: () => void
  children: ReactNode
}) {
  const unsaved = useUnsavedForms()
  const [isAsking, setAsking] = useState(false)
  const sheet = useRef<HTMLDivElement>(null)
  const beginning = useBeginning(sheet)
  const leave = () => (unsaved.get().size > 0 ? setAsking(true) : close?.())
  return (
    <Base
      open={isOpen}
      {...(close ? { onClose: leave } : { hideOnEscape: false, hideOnInteractOutside: false })}
      className="popup dialog"
      ref={sheet}
      initialFocus={beginning}
      backdrop={<div className="veil" />}
      unmountOnHide
    >
      <div className="row">
        <DialogHeading render={<h2 />}>{title}</DialogHeading>
        {close && (
          <DialogDismiss className="button plain push" aria-label="Close">
            ✕
          </DialogDismiss>
        )}
      </div>
      <UnsavedInput value={unsaved}>
        {/* A sheet has its acts in itself, whatever menu it was opened from. */}
        <ActPlaceContext value={null}>{children}</ActPlaceContext>
      </UnsavedInput>
      <UnsavedQuestion
        act="Close"
        isOpen={isAsking}
        stay={() => setAsking(false)}
        lose={() => {
          setAsking(false)
          close?.()
        }}
      />
      <LeavingUnder unsaved={unsaved} {...(close && { left: close })} />
    </Base>
  )
}

/** The first line of a form that can be written in. */
const firstLine =
  'form :is(input:not([type=hidden], [type=checkbox], [type=radio]), select, textarea):not(:disabled)'

/**
 * Where the focus begins: at the first line of a form, since at the cross Enter would close the sheet; null: where it would by itself. By
 * touch it is not at a line, as the keyboard of the screen would cover the sheet.
 */
function useBeginning(sheet: RefObject<HTMLElement | null>): RefObject<HTMLElement | null> {
  return useMemo(
    () => ({
      get current() {
        if (matchMedia('(pointer: coarse)').matches) return null
        return sheet.current?.querySelector<HTMLElement>(firstLine) ?? null
      },
    }),
    [sheet],
  )
}

/** Asks before the page under an open sheet is left, for what is written in both. */
function LeavingUnder({ unsaved, left }: { unsaved: UnsavedForms; left?: () => void }) {
  const isMore = useCover(useContext(UnsavedInput))
  return <Leaving unsaved={unsaved} isMore={isMore} isLeft={() => true} {...(left && { left })} />
}

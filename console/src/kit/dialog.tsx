import { useContext, useState, type ReactNode } from 'react'
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
  const leave = () => (unsaved.get().size > 0 ? setAsking(true) : close?.())
  return (
    <Base
      open={isOpen}
      {...(close ? { onClose: leave } : { hideOnEscape: false, hideOnInteractOutside: false })}
      className="popup dialog"
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

/** Asks before the page under an open sheet is left, for what is written in both. */
function LeavingUnder({ unsaved, left }: { unsaved: UnsavedForms; left?: () => void }) {
  const isMore = useCover(useContext(UnsavedInput))
  return <Leaving unsaved={unsaved} isMore={isMore} isLeft={() => true} {...(left && { left })} />
}

import { useCallback, useRef, useState, type ReactNode } from 'react'
import { Dialog as Base, DialogDismiss, DialogHeading } from '@ariakit/react'
import { Button } from './button.tsx'
import { UnsavedInput } from './unsaved-input.ts'

/**
 * A sheet over the page; Escape and a click beside it close it, after a question where something is written in it that is not saved.
 * One without `close` stays while it is open.
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
  const isUnsaved = useRef(false)
  const report = useCallback((is: boolean) => void (isUnsaved.current = is), [])
  const [isAsking, setAsking] = useState(false)
  const leave = () => (isUnsaved.current ? setAsking(true) : close?.())
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
      <UnsavedInput value={report}>{children}</UnsavedInput>
      <Question
        isOpen={isAsking}
        stay={() => setAsking(false)}
        leave={() => {
          setAsking(false)
          close?.()
        }}
      />
    </Base>
  )
}

/** Asks before what is written in a sheet is lost. */
function Question({ isOpen, stay, leave }: { isOpen: boolean; stay: () => void; leave: () => void }) {
  return (
    <Base
      open={isOpen}
      onClose={stay}
      className="popup dialog"
      backdrop={<div className="veil" />}
      unmountOnHide
    >
      <DialogHeading render={<h2 />}>Close without saving?</DialogHeading>
      <p>What you wrote here is not saved, and is lost when it is closed.</p>
      <div className="row">
        <Button kind="primary" onClick={stay}>
          Go on writing
        </Button>
        <Button kind="danger" onClick={leave}>
          Close without saving
        </Button>
      </div>
    </Base>
  )
}

import type { ReactNode } from 'react'
import { Dialog as Base, DialogDismiss, DialogHeading } from '@ariakit/react'

/** A sheet over the page; Escape and a click beside it close it, but not one without `close`, which stays while it is open. */
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
  return (
    <Base
      open={isOpen}
      {...(close ? { onClose: close } : { hideOnEscape: false, hideOnInteractOutside: false })}
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
      {children}
    </Base>
  )
}

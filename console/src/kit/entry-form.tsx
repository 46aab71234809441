import type { ComponentProps, FormEvent } from 'react'
import { unfold } from './unfold.ts'
import { useUnsavedInput } from './unsaved-input.ts'

/**
 * A form that the page itself sends: `submit` is called for Enter in a line and for a button of the type submit.
 * `written` is what stands in it: the sheet or the page around asks before it is left when that is something else than is `kept` (default: than at first).
 */
export function EntryForm({
  submit,
  written,
  kept,
  ...given
}: Omit<ComponentProps<'form'>, 'onSubmit'> & {
  submit: () => void
  written?: object
  kept?: object | undefined
}) {
  useUnsavedInput(written, kept)
  return (
    <form
      {...given}
      onInvalidCapture={show}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    />
  )
}

/** Unfolds what a line is in that the browser finds wrong: it says so only of lines that are seen, and would send nothing without a word. */
function show({ target }: FormEvent<HTMLFormElement>) {
  if (target instanceof Element) unfold(target)
}

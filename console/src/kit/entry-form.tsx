import type { ComponentProps } from 'react'
import { useUnsavedInput } from './unsaved-input.ts'
import { useWrongEntries, WrongEntries } from './wrong-entries.ts'

/**
 * A form that the page itself sends: `submit` is called for Enter in a line and for a button of the type submit, once nothing is missing in it.
 * `written` is what stands in it: the sheet or the page around asks before it is left when that is something else than is `kept` (default: than at first).
 */
export function EntryForm({
  submit,
  written,
  kept,
  ...given
}: Omit<ComponentProps<'form'>, 'onSubmit'> & {
  submit: (form: HTMLFormElement) => void
  written?: object
  kept?: object | undefined
}) {
  useUnsavedInput(written, kept)
  const { wrong, noticeInvalid, noticeInput, forget } = useWrongEntries()
  return (
    <WrongEntries value={wrong}>
      <form
        {...given}
        onInvalidCapture={noticeInvalid}
        // Not on its way down: a line drawn then would lose what is being typed.
        onInput={noticeInput}
        onSubmit={(event) => {
          event.preventDefault()
          forget()
          submit(event.currentTarget)
        }}
      />
    </WrongEntries>
  )
}

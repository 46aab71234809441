import type { ComponentProps } from 'react'

/** A form that the page itself sends: `submit` is called for Enter in a line and for a button of the type submit. */
export function EntryForm({
  submit,
  ...given
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { submit: () => void }) {
  return (
    <form
      {...given}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    />
  )
}

import type { ComponentProps, FormEvent } from 'react'

/** A form that the page itself sends: `submit` is called for Enter in a line and for a button of the type submit. */
export function EntryForm({
  submit,
  ...given
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { submit: () => void }) {
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
  if (!(target instanceof Element)) return
  for (
    let around = target.closest('details');
    around;
    around = around.parentElement?.closest('details') ?? null
  )
    around.open = true
}
